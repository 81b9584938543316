import type { Bounds } from './round-number.ts';

/**
 * What an interval of a difference shows. `higher`, `lower`: all of it lies beyond the tolerance. `equivalent`: all of
 * it lies within, which is two one-sided tests (Schuirmann 1987), each at half of what the interval's level leaves.
 * `undecided`: none of these. `too few`: there are too few rounds for an interval.
 */
export type Decision = 'higher' | 'lower' | 'equivalent' | 'undecided' | 'too few';

/** @param tolerance what is no difference, in the unit. */
export function decide(interval: Bounds | null, tolerance: number): Decision {
  if (interval === null) return 'too few';
  const { low, high } = interval;
  if (low > tolerance) return 'higher';
  if (high < -tolerance) return 'lower';
  return low >= -tolerance && high <= tolerance ? 'equivalent' : 'undecided';
}

/** The same of a ratio. @param share what is no difference, such as 0.1. */
export function decideRatio(interval: Bounds | null, share: number): Decision {
  if (interval === null) return 'too few';
  const logarithm = (end: number): number => (end <= 0 ? -Infinity : Math.log(end));
  const { low, high } = interval;
  return decide({ low: logarithm(low), high: logarithm(high) }, Math.log(1 + share));
}
