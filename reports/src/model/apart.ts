import type { Interval } from '@holbench/stats/bootstrap';

/** A value with its 95 % interval, over rounds. */
export interface Estimate {
  readonly value: number;
  readonly interval: Interval;
}

/**
 * Why two are not apart, in any order: their intervals overlap (those that touch do), or the values
 * differ by `least` or less, in their unit. Null where they are apart. Whether the rounds are enough
 * to show it is not asked here.
 */
export function whyNotApart(
  a: Estimate,
  b: Estimate,
  least: number,
): 'overlap' | 'within tolerance' | null {
  if (!isAbove(a.interval, b.interval) && !isAbove(b.interval, a.interval)) return 'overlap';
  return Math.abs(a.value - b.value) <= least ? 'within tolerance' : null;
}

export function apart(a: Estimate, b: Estimate, least: number): boolean {
  return whyNotApart(a, b, least) === null;
}

/** Whether all of `a` is above all of `b`; those that touch overlap. */
export function isAbove(a: Interval, b: Interval): boolean {
  return a.low > b.high;
}
