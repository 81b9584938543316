import type { FinishedCell } from '@holbench/results/run-reader';
import type { ProbePhase } from '@holbench/results/sample';
import { median } from '@holbench/stats/statistics';
import { byLabel, type Metric, type MetricValue } from '../../metric.ts';
import { LABELS } from '../../labels.ts';
import { goodputMbps } from './goodput.ts';
import { allLatencies, boundsMs, probeLatencies } from './probe-latencies.ts';

const KINDS = ['load', 'event'] as const;
type ProbeKind = (typeof KINDS)[number];

/** Metrics of a round of small messages beside a bulk transfer: one number per kind of message. */
export const besideBulkMetrics: readonly Metric[] = [
  ...(['idle', 'foreign', 'self'] as const).map(latency),
  {
    id: 'holb-delay',
    title: 'Head-of-line blocking delay',
    unit: 'ms',
    better: 'lower',
    definition:
      'median latency on the transfer’s connection − median latency with the transfer on another connection',
    of: (finished) => combined(finished, 'self', 'foreign', (self, foreign) => self - foreign),
  },
  {
    id: 'inflation',
    title: 'Inflation',
    unit: 'x',
    better: 'lower',
    definition: 'median latency on the transfer’s connection / median latency alone',
    of: (finished) => combined(finished, 'self', 'idle', (self, idle) => self / idle),
  },
  {
    id: 'goodput',
    title: 'Goodput of the bulk transfer',
    unit: 'Mbit/s',
    better: 'higher',
    definition:
      'payload bytes that moved between the first and the last timed message of a phase, in whole bins of 100 ms',
    of: goodput,
  },
];

function latency(phase: ProbePhase): Metric {
  const where = {
    idle: 'alone',
    foreign: 'with a transfer on another connection',
    self: 'on the transfer’s connection',
  }[phase];
  return {
    id: `latency-${phase}`,
    title: `Latency, ${where}`,
    unit: 'ms',
    better: 'lower',
    definition: `median over messages ${where}: intended time until the answer; unanswered ones at their deadline`,
    of: (finished) => KINDS.flatMap((kind) => latencyOf(finished, phase, kind) ?? []),
  };
}

function latencyOf(
  { samples }: FinishedCell,
  phase: ProbePhase,
  kind: ProbeKind,
): MetricValue | null {
  const latencies = probeLatencies(samples, phase, kind);
  const sorted = allLatencies(latencies);
  if (sorted === null) return null;
  const value = median(sorted);
  // The larger of the two in the middle, of which the median may be the mean.
  const upper = sorted[Math.floor(sorted.length / 2)] ?? value;
  const censored = upper >= Math.min(...boundsMs(latencies));
  return { series: kind, value, n: latencies.sent, censored };
}

function combined(
  finished: FinishedCell,
  loaded: ProbePhase,
  base: ProbePhase,
  figure: (loaded: number, base: number) => number,
): MetricValue[] {
  return KINDS.flatMap((kind) => {
    const [a, b] = [latencyOf(finished, loaded, kind), latencyOf(finished, base, kind)];
    // Against a lower bound it would be neither a lower nor an upper one.
    if (a === null || b === null || b.censored) return [];
    const value = figure(a.value, b.value);
    return [{ series: kind, value, n: a.n + b.n, censored: a.censored }];
  });
}

function goodput(finished: FinishedCell): MetricValue[] {
  const labels = byLabel(finished);
  return finished.cell.phases.flatMap(({ phase, bulk }) => {
    const times = KINDS.flatMap((kind) => labels.get(LABELS.probe(phase, kind)) ?? []).map(
      ({ intendedAtMs }) => intendedAtMs,
    );
    if (bulk === null || times.length === 0) return [];
    const window = { fromMs: Math.min(...times), toMs: Math.max(...times) };
    const value = goodputMbps(bulk, window);
    return value === null ? [] : [{ series: phase, value, n: bulk.streams, censored: false }];
  });
}
