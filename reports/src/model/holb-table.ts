import { directionOf } from '@holbench/scenarios/registry';
import { roundTripsPerMinute } from '@holbench/stats/responsiveness';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { failedFigure, overRounds, percentileFigure, plainFigure } from './figure.ts';
import { formatNumber, formatShare, plural } from './format.ts';
import { holbFigures, pairedFigure } from './holb-figures.ts';
import {
  bulkGoodputs,
  idleRttMs,
  pairedRounds,
  type ProbeKind,
  probeRounds,
  stallRounds,
} from './holb-rounds.ts';
import { type ArmSelection, armRows, selectionNotes, selectArms } from './published-table.ts';
import { type ReportData, type Selected, workloadOn } from './report-data.ts';
import type { Figure, Table } from './table.ts';

const COLUMNS = [
  'idle p50 (ms)',
  'foreign p50 (ms)',
  'self p50 (ms)',
  'self p95 (ms)',
  'HOLB delay (ms)',
  'inflation',
  'RPM',
  'in 100 ms',
  'in 200 ms',
  'in 500 ms',
  'stalls',
  'stalled (ms)',
  'longest stall (ms)',
  'stalled (%)',
  'unanswered',
  'n',
  'connections',
  'bulk self (Mbit/s)',
  'bulk foreign (Mbit/s)',
] as const;

const LIMITS_MS = [100, 200, 500] as const;

type Rounds = Extract<Selected, { state: 'ok' }>['rounds'];

/** What a small message waits for beside a big transfer. */
export function holbTable(
  data: ReportData,
  network: string,
  { scenario, what, id }: { scenario: string; what: ProbeKind; id: string },
): Table {
  const selections = selectArms({ data, network, scenario, kind: 'text' });
  const { probesPerSecond, windowSeconds } = workloadOn(data, network);
  const direction = directionOf(scenario) === 'download' ? 'Download' : 'Upload';
  const message = what === 'load' ? 'Load of a Text' : 'Mutation until its Event';
  return {
    id,
    title: `Scenario ${scenario} ${message} beside a Bulk ${direction}`,
    rowHeader: 'Server',
    columns: COLUMNS,
    rows: armRows(selections, COLUMNS, (rounds) => figuresOf(rounds, what, probesPerSecond)),
    notComparable: [],
    notes: [
      `Not in the published tables. ${probesPerSecond} small messages a second, for ${windowSeconds} s, on schedule and timed from it: alone (idle), beside ${bulkText(selections, data)} on another connection (foreign), on their own (self). HOLB delay: self − foreign, medians paired by round; inflation: self ÷ idle. RPM: round trips per minute under load, of the messages on their own connection. A stall: no answer for longer than a round trip and three send intervals; how many in the window of each round, how long together, the longest, and their share of it (medians over rounds). An unanswered message counts as slower than any other. Connections: TCP or QUIC, between both sides while the probes of "self" were sent, of both pages.`,
      ...selectionNotes(selections),
    ],
  };
}

/** `1 big transfer`, or `1 or 6 big transfers, as the row says` where a sweep has both. */
function bulkText(selections: readonly ArmSelection[], { manifest }: ReportData): string {
  const measured = selections.flatMap(({ selected }) =>
    selected.state === 'ok' ? selected.rounds.map(({ cell }) => cell.factors.bulkStreams) : [],
  );
  const own = manifest.config.factors.bulkStreams;
  const [only = own, ...others] = [...new Set(measured)].toSorted((a, b) => a - b);
  if (others.length === 0) return plural(only, 'big transfer');
  return `${[only, ...others].join(' or ')} big transfers, as the row says,`;
}

function figuresOf(rounds: Rounds, what: ProbeKind, probesPerSecond: number): Figure[] {
  const cell = rounds[0]?.cell.cell ?? null;
  const self = probeRounds(rounds, 'self', what);
  const all = self.flat();
  const rttMs = idleRttMs(rounds);
  const within = (limitMs: number): Figure => ({
    ...share(all, (value) => value <= limitMs, cell),
    remark: rttMs > limitMs ? `a round trip takes ${formatNumber(rttMs)} ms` : '',
  });
  const figures = holbFigures(rounds, what);
  const besideIdle = pairedRounds(rounds, { loaded: 'self', base: 'idle' }, what);
  const stalls = stallRounds(rounds, 'self', probesPerSecond);
  return [
    figures.idle,
    figures.foreign,
    figures.self,
    percentileFigure(self, 0.95, cell),
    pairedFigure(figures.delay, cell, figures.atLeast),
    pairedFigure(figures.inflation, cell, figures.atLeast),
    roundTrips(
      besideIdle.map(({ loaded }) => roundTripsPerMinute(loaded)),
      cell,
    ),
    ...LIMITS_MS.map(within),
    ...[
      stalls.map(({ count }) => count),
      stalls.map(({ totalMs }) => totalMs),
      stalls.map(({ longestMs }) => longestMs),
      stalls.map(({ share: stalled }) => 100 * stalled),
    ].map((values) => overRounds(values, cell)),
    plainFigure(figures.unanswered, cell),
    plainFigure(figures.sent, cell),
    connections(rounds, cell),
    overRounds(bulkGoodputs(rounds, 'self'), cell),
    overRounds(bulkGoodputs(rounds, 'foreign'), cell),
  ];
}

/** @param rpm of each round; infinite where the clock saw no time pass. */
function roundTrips(rpm: readonly number[], cell: string | null): Figure {
  return rpm.every(Number.isFinite)
    ? overRounds(rpm, cell)
    : failedFigure('too short for the clock', cell);
}

function share(
  all: readonly number[],
  counts: (value: number) => boolean,
  cell: string | null,
): Figure {
  if (all.length === 0) return failedFigure('no probe', cell);
  const part = all.filter(counts).length;
  return { ...plainFigure(part / all.length, cell), text: formatShare(part, all.length) };
}

/** The most that any round saw; not counted on loopback. */
function connections(rounds: Rounds, cell: string | null): Figure {
  const counts = rounds.flatMap((round) => {
    const seen = round.cell.phases.find(({ phase }) => phase === 'self')?.connections;
    return seen ? [seen.tcp + seen.udp] : [];
  });
  const sorted = sortSamples(counts);
  if (sorted === null) return { ...plainFigure(0, cell), value: null, state: 'not-run', text: '–' };
  return plainFigure(sorted.at(-1) ?? 0, cell);
}
