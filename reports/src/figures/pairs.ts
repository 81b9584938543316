import type { Average } from '@holbench/stats/average';
import {
  type Bounds,
  over,
  type RoundNumber,
  shown,
  type Shown,
} from '@holbench/stats/round-number';

/** Which round something belongs to. */
export interface RoundKey {
  readonly run: string;
  /** The same in all variants and arms of a round. */
  readonly seed: number;
}

/** The number of one round. */
export interface Point extends RoundKey, RoundNumber {
  readonly cell: string;
}

/** What numbers are of. */
export function unitOf(points: readonly Pick<Point, 'stratum'>[]): 'round' | 'connection' {
  return points.some(({ stratum }) => stratum !== undefined) ? 'connection' : 'round';
}

/**
 * What two variants, or arms, have of the rounds that both have. A pair shares its seed, and its run
 * unless the two are shards of one matrix.
 */
export function pairedByRound<A extends RoundKey, B extends RoundKey>(
  a: readonly A[],
  b: readonly B[],
): [A, B][] {
  return a.flatMap((one) => {
    const sameSeed = b.filter(({ seed }) => seed === one.seed);
    const other = sameSeed.find(({ run }) => run === one.run) ?? sameSeed[0];
    return other ? [[one, other]] : [];
  });
}

/** Of each round that both have, what an operation makes of the two numbers. */
export function combined<A extends RoundKey & Bounds>(
  a: readonly A[],
  b: readonly (RoundKey & Bounds)[],
  operation: (one: Bounds, other: Bounds) => Bounds,
): A[] {
  return pairedByRound(a, b).map(([one, other]) => ({ ...one, ...operation(one, other) }));
}

/**
 * The average of a ÷ b of each round that both have, without those in which b is 0, which has no multiple. Its value is null
 * where none is left, or where both ends are open.
 */
export function pairedRatio(
  a: readonly (RoundKey & Bounds)[],
  b: readonly (RoundKey & Bounds)[],
  average: Average,
): Shown {
  const ratios = average.middle(
    combined(
      a,
      b.filter(({ low }) => low > 0),
      over,
      // A ratio has no base.
    ).map(({ low, high }) => ({ low, high })),
  );
  return ratios === null ? { value: null, bound: '' } : shown(ratios);
}
