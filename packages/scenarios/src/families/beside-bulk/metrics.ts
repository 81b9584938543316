import type { ProbePhase } from '@holbench/results/sample';
import { roundTripsPerMinute } from '@holbench/stats/responsiveness';
import { mean, median } from '@holbench/stats/statistics';
import { LABELS } from '../../labels.ts';
import {
  durations,
  type Metric,
  type MetricTable,
  type Round,
  type RoundValue,
  type Statistic,
} from '../../metric.ts';
import { CONDITIONS_METRICS } from './conditions-metrics.ts';
import { allLatencies, probeLatencies, PROBE_DEADLINE_MS } from './probe-latencies.ts';
import { LATENESS_METRICS } from './lateness-metrics.ts';
import { TRANSFER_METRICS } from './transfer-metrics.ts';

type Probe = 'load' | 'event';

const PROBES: readonly { kind: Probe; table: MetricTable }[] = [
  { kind: 'load', table: { id: 'load', title: 'load of a text' } },
  { kind: 'event', table: { id: 'event', title: 'mutation until its event' } },
];

/** Shares of messages that are answered in time, in ms. */
const LIMITS_MS = [100, 200, 500] as const;

/** Small messages beside a bulk transfer, by the kind of message, then the transfer itself. */
export const besideBulkMetrics: readonly Metric[] = [
  ...PROBES.flatMap(({ kind, table }) => [
    percentileOf(kind, table, 'idle', 'p50'),
    percentileOf(kind, table, 'foreign', 'p50'),
    percentileOf(kind, table, 'self', 'p50'),
    percentileOf(kind, table, 'self', 'p95'),
    ...derivedMetrics(kind, table),
    ...LIMITS_MS.map((limitMs) => withinMetric(kind, table, limitMs)),
    { ...percentileOf(kind, table, 'idle', 'p95'), detail: true as const },
    { ...percentileOf(kind, table, 'foreign', 'p95'), detail: true as const },
    ...(['idle', 'foreign', 'self'] as const).flatMap((phase) => waitMetrics(kind, table, phase)),
  ]),
  ...TRANSFER_METRICS,
  ...CONDITIONS_METRICS,
  ...LATENESS_METRICS,
];

function percentileOf(
  kind: Probe,
  table: MetricTable,
  phase: ProbePhase,
  statistic: Extract<Statistic, 'p50' | 'p95'>,
): Metric {
  return {
    id: `${kind}-${phase}-${statistic}`,
    title: `${phase} ${statistic}`,
    unit: 'ms',
    better: 'lower',
    definition:
      'd of a message: alone (idle), with the transfer on another connection (foreign), on the transfer’s connection (self)',
    table,
    estimate: {
      of: 'operations',
      statistic,
      values: (round) => durations(round, LABELS.probe(phase, kind)),
    },
  };
}

/** The waits of one phase and their median: unanswered messages at the time they were given up. */
function waits(round: Round, phase: ProbePhase, kind: Probe) {
  const latencies = probeLatencies(round.samples, phase, kind);
  const sorted = allLatencies(latencies);
  if (sorted === null) return null;
  const n = sorted.length;
  const failed = n - latencies.answeredMs.length;
  return { sorted, median: median(sorted), n, failed, censored: 2 * failed >= n };
}

/** Of two phases of one round; a lower bound where the loaded one is. */
function ofBoth(
  round: Round,
  kind: Probe,
  base: ProbePhase,
  figure: (loaded: number, base: number) => number,
): RoundValue | null {
  const [loaded, other] = [waits(round, 'self', kind), waits(round, base, kind)];
  if (loaded === null || other === null) return null;
  // Above its bound the base may be anything, and so the figure, in either direction.
  if (other.censored) return { value: null, n: loaded.n, failed: loaded.failed };
  const value = figure(loaded.median, other.median);
  // A base of 0 ms has no multiple; it is below the clock's resolution.
  if (!Number.isFinite(value)) return null;
  return { value, n: loaded.n, failed: loaded.failed, censored: loaded.censored };
}

function derivedMetrics(kind: Probe, table: MetricTable): Metric[] {
  const seconds = PROBE_DEADLINE_MS / 1_000;
  return [
    {
      id: `${kind}-holb-delay`,
      title: 'HOLB delay',
      unit: 'ms',
      better: 'lower',
      definition: `median w of self − median w of foreign, where the wait w is d of an answered message and ${seconds} s of one that was given up or failed: what sharing the connection adds to sharing the link`,
      table,
      estimate: {
        of: 'rounds',
        value: (round) => ofBoth(round, kind, 'foreign', (self, foreign) => self - foreign),
      },
    },
    {
      id: `${kind}-inflation`,
      title: 'inflation',
      unit: 'x',
      better: 'lower',
      definition: 'median w of self ÷ median w of idle',
      table,
      estimate: {
        of: 'rounds',
        value: (round) => ofBoth(round, kind, 'idle', (self, idle) => self / idle),
      },
    },
    {
      id: `${kind}-rpm`,
      title: 'RPM',
      unit: '1/min',
      better: 'higher',
      definition:
        'round trips per minute under load: 60 000 ÷ mean of the ⌈0.95·n⌉ smallest w of self, of rounds that also have idle (draft-ietf-ippm-responsiveness, single-sided trimmed mean)',
      table,
      estimate: {
        of: 'rounds',
        value: (round) => {
          const self = waits(round, 'self', kind);
          if (self === null || waits(round, 'idle', kind) === null) return null;
          const value = roundTripsPerMinute(self.sorted);
          const { n, failed } = self;
          // The clock saw no time pass.
          return Number.isFinite(value) ? { value, n, failed } : 'failed';
        },
      },
    },
  ];
}

function withinMetric(kind: Probe, table: MetricTable, limitMs: number): Metric {
  return {
    id: `${kind}-in-${limitMs}-ms`,
    title: `in ${limitMs} ms`,
    unit: 'share',
    better: 'higher',
    definition: 'messages of self with d up to that limit ÷ all sent, all rounds together',
    table,
    estimate: {
      of: 'share',
      value: (round) => {
        const all = durations(round, LABELS.probe('self', kind));
        return { part: all.filter((ms) => ms <= limitMs).length, whole: all.length };
      },
    },
  };
}

/** One number per round, which can be paired: for ratios between variants, arms and networks. */
function waitMetrics(kind: Probe, table: MetricTable, phase: ProbePhase): Metric[] {
  return (['median', 'mean'] as const).map((statistic): Metric => ({
    id: `${kind}-${phase}-${statistic}-wait`,
    title: `${phase} ${statistic} wait`,
    unit: 'ms',
    better: 'lower',
    definition: 'median or mean w of a phase, of each round',
    table,
    detail: true,
    estimate: {
      of: 'rounds',
      value: (round) => {
        const found = waits(round, phase, kind);
        if (found === null) return null;
        const { sorted, n, failed, censored } = found;
        return statistic === 'median'
          ? { value: found.median, n, failed, censored }
          : { value: mean(sorted), n, failed, censored: failed > 0 };
      },
    },
  }));
}
