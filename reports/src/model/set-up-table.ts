import { pairedDifference } from '@holbench/stats/paired-rounds';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { LABELS, type SetUpFrom } from '@holbench/scenarios/labels';
import { orderStatistic } from '@holbench/stats/statistics';
import { failedFigure, NOT_RUN, overRounds, percentileFigure, plainFigure } from './figure.ts';
import { formatInterval, formatNumber, formatShare } from './format.ts';
import { certifiedRttMs } from './holb-rounds.ts';
import { latencies, CENSORED } from './latencies.ts';
import { pairedByRound, type RoundKey } from './paired-ratio.ts';
import { type ArmSelection, armRows, selectArms, selectionNotes } from './published-table.ts';
import type { ReportData, Selected } from './report-data.ts';
import type { Figure, Table } from './table.ts';

const COLUMNS = [
  'first byte p50 (ms)',
  'first byte (RTT)',
  'first message p50 (ms)',
  'first message (RTT)',
  'n',
  'returning: first byte p50 (ms)',
  'returning: first byte (RTT)',
  'returning: first message p50 (ms)',
  'returning: first message (RTT)',
  'returning: n',
  'in 0-RTT',
] as const;

const COLD: readonly SetUpFrom[] = ['cold'];
const RETURNING: readonly SetUpFrom[] = ['resumed', '0rtt'];

type Until = 'first-byte' | 'first-message';
type Rounds = Extract<Selected, { state: 'ok' }>['rounds'];

/** What it takes until a user sees something. */
export function setUpTable(
  data: ReportData,
  network: string,
  { scenario, id }: { scenario: string; id: string },
): Table {
  const selections = selectArms({ data, network, scenario, kind: 'text' });
  return {
    id,
    title: `Scenario ${scenario} Set-up of a new and of a returning User`,
    rowHeader: 'Server',
    columns: COLUMNS,
    rows: armRows(selections, COLUMNS, figures),
    notComparable: [],
    notes: [
      'Not in the published tables. From the start of the navigation, without a connection, a session ticket or anything cached: until the first byte of the page was there, and until the first answer over the page’s transport (for WebSocket variants a second connection, with its upgrade). In round trips: divided by the round trip measured right before the cell.',
      'Returning: the same browser context once more, all its connections closed, nothing cached, with the session tickets of the first visit. In 0-RTT: the share whose request was on its way before the handshake of its connection was done, which Chromium does over QUIC only: resumed TLS over TCP takes as many round trips as a new one, it saves the certificate.',
      ...savedNotes(selections),
      ...selectionNotes(selections),
    ],
  };
}

/** How much sooner HTTP/3 is there, in one sentence, from the rounds that have both. */
function savedNotes(selections: readonly ArmSelection[]): string[] {
  const roundsOf = (isQuic: boolean) =>
    selections.flatMap(({ variant, selected }) =>
      selected.state === 'ok' && (variant.protocol === 'h3') === isQuic ? selected.rounds : [],
    );
  const saved = ([from, who]: readonly [readonly SetUpFrom[], string]): string[] => {
    const firstBytes = (rounds: Rounds) =>
      sortSamples(inRoundTrips(rounds, from, 'first-byte').filter((ratio) => ratio < CENSORED));
    // A round may have several of either side: other variants, and the arms of a sweep.
    const quic = [
      ...Map.groupBy(roundsOf(true), ({ cell: { run, seed } }) => `${seed} ${run}`).values(),
    ].flatMap((rounds) => rounds.slice(0, 1).map((first) => ({ ...keyOf(first), rounds })));
    const tcp = roundsOf(false).map((round) => ({ ...keyOf(round), round }));
    const beside = Map.groupBy(pairedByRound(tcp, quic), ([, one]) => one.rounds);
    const pairs = [...beside].flatMap(([rounds, ofTcp]) => {
      const loaded = firstBytes(ofTcp.map(([{ round }]) => round));
      const base = firstBytes(rounds);
      return loaded && base ? [{ loaded, base }] : [];
    });
    const figure = pairedDifference(pairs);
    if (figure === null) return [];
    const interval = figure.interval ? ` (95 %: ${formatInterval(figure.interval)})` : '';
    return [`${formatNumber(figure.value)}${interval} ${who}`];
  };
  const all = [...saved([COLD, 'for a new user']), ...saved([RETURNING, 'for a returning one'])];
  return all.length === 0
    ? []
    : [
        `Round trips by which the first byte over HTTP/3 comes before that over TCP (median of those variants), paired by round: ${all.join(', ')}.`,
      ];
}

function keyOf({ cell: { run, seed } }: Rounds[number]): RoundKey {
  return { run, seed };
}

function figures(rounds: Rounds): Figure[] {
  const cell = rounds[0]?.cell.cell ?? null;
  const of = (from: readonly SetUpFrom[]): Figure[] => {
    const firstBytes = durations(rounds, from, 'first-byte');
    // A Chromium that cannot close its connections, or a run of before.
    if (firstBytes.flat().length === 0) return Array.from({ length: 5 }, () => NONE);
    return [
      ...(['first-byte', 'first-message'] as const).flatMap((until) => [
        percentileFigure(durations(rounds, from, until), 0.5, cell),
        roundTripsFigure(inRoundTrips(rounds, from, until), cell),
      ]),
      plainFigure(firstBytes.flat().length, cell),
    ];
  };
  return [...of(COLD), ...of(RETURNING), earlyShare(rounds, cell)];
}

const NONE: Figure = { ...NOT_RUN, text: '–' };

/** In ms, of each round. */
function durations(rounds: Rounds, from: readonly SetUpFrom[], until: Until): number[][] {
  return rounds.map(({ samples }) =>
    from.flatMap((each) => latencies(samples, LABELS.setUp(each, until))),
  );
}

/**
 * The median of each round over the round trip that its link was certified with; `CENSORED` where most
 * of them failed.
 */
function inRoundTrips(rounds: Rounds, from: readonly SetUpFrom[], until: Until): number[] {
  return rounds.flatMap((round) => {
    const rttMs = certifiedRttMs(round) ?? 0;
    const sorted = sortSamples(durations([round], from, until).flat());
    // On loopback, and on a cable, a round trip is nothing to count in.
    if (rttMs < 1 || sorted === null) return [];
    const medianMs = orderStatistic(sorted, 0.5);
    return [medianMs < CENSORED ? medianMs / rttMs : CENSORED];
  });
}

function roundTripsFigure(ratios: readonly number[], cell: string | null): Figure {
  if (ratios.length === 0) return NONE;
  if (ratios.includes(CENSORED)) return failedFigure('most failed in one round or more', cell);
  return overRounds(ratios, cell);
}

function earlyShare(rounds: Rounds, cell: string | null): Figure {
  const all = durations(rounds, RETURNING, 'first-byte').flat().length;
  const early = durations(rounds, ['0rtt'], 'first-byte').flat().length;
  if (all === 0) return NONE;
  return { ...plainFigure(early / all, cell), text: formatShare(early, all) };
}
