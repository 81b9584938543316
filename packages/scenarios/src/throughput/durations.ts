import { DURATION_STEP_MS, type DurationCounts } from '@holbench/results/operation-window';
import { samplesNeeded } from '@holbench/stats/statistics';

/**
 * The order statistic x_(⌈p·n⌉) of counted durations, in ms, as `percentile` of packages/stats.
 * @returns null for fewer operations than it needs.
 */
export function percentileOf(durations: DurationCounts, p: number): number | null {
  const n = durations.reduce((sum, [, count]) => sum + count, 0);
  if (n < samplesNeeded(p)) return null;
  const rank = Math.ceil(Number((n * p).toPrecision(12)));
  let below = 0;
  for (const [step, count] of durations) {
    below += count;
    if (below >= rank) return step * DURATION_STEP_MS;
  }
  return null;
}
