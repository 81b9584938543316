import { type FanOutPhase, LABELS } from '@holbench/scenarios/labels';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { failedFigure, percentileFigure, plainFigure } from './figure.ts';
import { formatAsGiven } from './format.ts';
import { latencies, CENSORED } from './latencies.ts';
import { armRows, selectArms, selectionNotes } from './published-table.ts';
import { type ReportData, type Selected, workloadOn } from './report-data.ts';
import type { Figure, Table } from './table.ts';

const COLUMNS = [
  'before p50 (ms)',
  'before p95 (ms)',
  'after p50 (ms)',
  'after p95 (ms)',
  'after, longest (ms)',
  'undelivered',
  'n',
  'policy',
  'events dropped',
  'server peak (MiB)',
] as const;

const MIB = 1024 * 1024;

type Rounds = Extract<Selected, { state: 'ok' }>['rounds'];

/** What a subscriber that has stopped reading costs the others, of one number of subscribers. */
export function fanOutTable(
  data: ReportData,
  network: string,
  { scenario, fanOut, id }: { scenario: string; fanOut: number; id: string },
): Table {
  const selections = selectArms({ data, network, scenario, kind: 'text', fanOut });
  const { windowSeconds } = workloadOn(data, network);
  return {
    id,
    title: `Scenario ${scenario} Fan-out to ${fanOut} Subscribers, one of which stops reading`,
    rowHeader: 'Server',
    columns: COLUMNS,
    rows: armRows(selections, COLUMNS, figures),
    notComparable: [],
    notes: [
      `Not in the published tables. From the time at which a mutation was meant to be sent to a subscriber holding its event, over all that read, for ${windowSeconds} s each: while all read (before), and with one that has stopped and whose queue in the server is full (after). With the policy "block" mutations wait for it until it reads on at the end; with "drop-oldest" it misses the events dropped, most of which only fill its queue. None dropped means that the buffers on the way took everything. An event that did not arrive counts as slower than any other.`,
      ...selectionNotes(selections),
    ],
  };
}

function figures(rounds: Rounds): Figure[] {
  const cell = rounds[0]?.cell.cell ?? null;
  const of = (phase: FanOutPhase): number[][] =>
    rounds.map(({ samples }) => latencies(samples, LABELS.fanOutDeliver(phase)));
  const [before, after] = [of('before'), of('after')];
  const all = [...before, ...after].flat();
  const arrived = after.flat().filter((value) => value < CENSORED);
  const policies = new Set(rounds.map(({ cell: { factors } }) => factors.overflow));
  const policy = [...policies].join(', ');
  return [
    percentileFigure(before, 0.5, cell),
    percentileFigure(before, 0.95, cell),
    percentileFigure(after, 0.5, cell),
    percentileFigure(after, 0.95, cell),
    most(arrived, cell),
    plainFigure(all.filter((value) => value === CENSORED).length, cell),
    plainFigure(all.length, cell),
    { ...plainFigure(0, cell), value: null, text: policy },
    most(ofServer(rounds, 'droppedEvents'), cell),
    most(
      ofServer(rounds, 'peakRssBytes').map((bytes) => bytes / MIB),
      cell,
    ),
  ];
}

function ofServer(rounds: Rounds, key: 'droppedEvents' | 'peakRssBytes'): number[] {
  return rounds.flatMap(({ cell: { server } }) => (server === null ? [] : [server[key]]));
}

/** The most that any round saw. */
function most(values: readonly number[], cell: string | null): Figure {
  const largest = sortSamples(values)?.at(-1);
  if (largest === undefined) return failedFigure('not known', cell);
  return { ...plainFigure(largest, cell), text: formatAsGiven(Math.round(largest)) };
}
