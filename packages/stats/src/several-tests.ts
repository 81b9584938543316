import { LEVEL } from './median-interval.ts';

/**
 * p of "all of these hold": the largest (intersection–union test; Berger, Technometrics 24(4), 1982). No
 * correction: each must be shown at the full level.
 */
export function allHold(ps: readonly number[]): number {
  return Math.max(...ps);
}

/** p of "one of these holds": their number times the smallest, at most 1 (Bonferroni). */
export function oneHolds(ps: readonly number[]): number {
  return Math.min(1, ps.length * Math.min(...ps));
}

/** What became of one of several tests. */
export interface CorrectedTest {
  /** The level that its p had to reach. */
  readonly level: number;
  /** Whether it, and all with a smaller p, reached theirs. */
  readonly shown: boolean;
}

/**
 * Several tests of one report at a common level: the probability that any of those shown is wrong is at
 * most `level`, however they depend on each other (Holm, Scandinavian Journal of Statistics 6(2), 1979).
 * The smallest of m has to reach level ÷ m, the next level ÷ (m − 1), and so on.
 *
 * @returns one for each of `ps`, in their order.
 */
export function holm(ps: readonly number[], level: number): CorrectedTest[] {
  const byP = ps.map((p, index) => ({ p, index })).toSorted((a, b) => a.p - b.p);
  let shown = true;
  const tests = new Map<number, CorrectedTest>();
  for (const [rank, { p, index }] of byP.entries()) {
    const own = level / (ps.length - rank);
    shown &&= p <= own;
    tests.set(index, { level: own, shown });
  }
  return ps.flatMap((_, index) => tests.get(index) ?? []);
}

/**
 * The level of each of so many intervals, of which all hold with `level` what they are of: its m-th root (Šidák,
 * "Rectangular confidence regions for the means of multivariate normal distributions", JASA 62, 1967: exact for
 * independent ones; for normal ones at least that, however they depend on each other).
 */
export function levelOfEach(intervals: number, level = LEVEL): number {
  return level ** (1 / Math.max(1, intervals));
}
