import { sortSamples } from '@holbench/stats/sorted-samples';
import { median } from '@holbench/stats/statistics';

/** Which round something belongs to. */
export interface RoundKey {
  readonly run: string;
  /** The same in all variants and arms of a round. */
  readonly seed: number;
}

/** One number of one round. */
export interface OfRound extends RoundKey {
  readonly value: number;
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

/**
 * The median of a ÷ b of each round that both have, without those in which b is 0, which has no
 * multiple; null where none is left.
 */
export function pairedRatio(a: readonly OfRound[], b: readonly OfRound[]): number | null {
  const pairs = pairedByRound(a, b).filter(([, { value }]) => value > 0);
  const ratios = sortSamples(pairs.map(([one, other]) => one.value / other.value));
  return ratios === null ? null : median(ratios);
}
