import { LEVEL } from './median-interval.ts';

/** p of "one of these holds": their number times the smallest, at most 1 (Bonferroni). */
export function oneHolds(ps: readonly number[]): number {
  return Math.min(1, ps.length * Math.min(...ps));
}

/**
 * The level of each of so many intervals, of which all hold with `level` what they are of: its m-th root (Šidák,
 * "Rectangular confidence regions for the means of multivariate normal distributions", JASA 62, 1967: exact for
 * independent ones; for normal ones at least that, however they depend on each other).
 */
export function levelOfEach(intervals: number, level = LEVEL): number {
  return level ** (1 / Math.max(1, intervals));
}
