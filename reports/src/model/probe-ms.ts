import {
  allLatencies,
  probeLatencies,
} from '@holbench/scenarios/families/beside-bulk/probe-latencies';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { ProbePhase } from '@holbench/results/sample';
import { mean, median } from '@holbench/stats/statistics';

/**
 * Latency of the small loads of one round in ms, unanswered ones at the time they were given up: the
 * median, or the mean, in which few losses show, too. Null without any.
 */
export function probeMs(
  { samples }: FinishedCell,
  phase: ProbePhase,
  statistic: 'p50' | 'mean',
): number | null {
  const all = allLatencies(probeLatencies(samples, phase, 'load'));
  if (all === null) return null;
  return statistic === 'mean' ? mean(all) : median(all);
}
