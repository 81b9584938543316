import { sortSamples } from '@holbench/results/sorted-samples';
import { LABELS } from '@holbench/results/sample';
import { median, orderStatistic } from '@holbench/results/statistics';
import { missingFigure, percentileFigure, plainFigure, statisticFigure } from './figure.ts';
import { latencies } from './latencies.ts';
import { selectionNotes, selectVariants } from './published-table.ts';
import type { ReportData, Selected } from './report-data.ts';
import type { Figure, Table } from './table.ts';

const COLUMNS = [
  'first byte p50 (ms)',
  'first byte (RTT)',
  'first message p50 (ms)',
  'first message (RTT)',
  'n',
] as const;

type Rounds = Extract<Selected, { state: 'ok' }>['rounds'];

/** What it takes until a user sees something: 5h. */
export function setUpTable(data: ReportData, network: string, id: string): Table {
  const selections = selectVariants({ data, network, scenario: '5h', kind: 'text' });
  return {
    id,
    title: 'Scenario 5h Set-up from a cold Browser',
    rowHeader: 'Server',
    columns: COLUMNS,
    rows: selections.map(({ variant, selected }) => ({
      header: `${variant.code} ${variant.id}`,
      figures:
        selected.state === 'ok'
          ? figures(selected.rounds)
          : COLUMNS.map(() => missingFigure(selected)),
    })),
    notComparable: [],
    notes: [
      'Not in the published tables. From the start of the navigation, without a connection, a session ticket or anything cached: until the first byte of the page was there, and until the first answer over the page’s transport (for WebSocket variants a second connection, with its upgrade). In round trips: divided by the round trip measured right before the cell.',
      ...selectionNotes(selections),
    ],
  };
}

function figures(rounds: Rounds): Figure[] {
  const cell = rounds[0]?.cell.cell ?? null;
  const of = (label: string): Figure[] => [
    percentileFigure(
      rounds.map(({ samples }) => latencies(samples, label)),
      0.5,
      cell,
    ),
    inRoundTrips(rounds, label, cell),
  ];
  const n = rounds.flatMap(({ samples }) => latencies(samples, LABELS.firstByte)).length;
  return [...of(LABELS.firstByte), ...of(LABELS.firstMessage), plainFigure(n, cell)];
}

/** The median of each round over the round trip that its link was certified with. */
function inRoundTrips(rounds: Rounds, label: string, cell: string | null): Figure {
  const ratios = rounds.flatMap(({ cell: { certificate }, samples }) => {
    const rttMs = certificate?.before.readings.at(-1)?.rttMs?.median;
    const sorted = sortSamples(latencies(samples, label));
    // On loopback, and on a cable, a round trip is nothing to count in.
    return rttMs === undefined || rttMs < 1 || sorted === null
      ? []
      : [[orderStatistic(sorted, 0.5) / rttMs]];
  });
  return ratios.length === 0
    ? { ...plainFigure(0, cell), state: 'not-run', value: null, text: '–' }
    : statisticFigure(ratios, median, cell);
}
