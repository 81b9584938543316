import type { FinishedCell } from '@holbench/results/run-reader';
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

/** One number of each round that has one. */
export function ofRounds(
  rounds: readonly FinishedCell[],
  value: (round: FinishedCell) => number | null,
): OfRound[] {
  return rounds.flatMap((round) => {
    const { run, seed } = round.cell;
    const found = value(round);
    return found === null ? [] : [{ run, seed, value: found }];
  });
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

/** a ÷ b of each round that both have; without those in which b is 0, which has no multiple. */
export function pairedRatios(a: readonly OfRound[], b: readonly OfRound[]): number[] {
  return pairedByRound(a, b).flatMap(([one, other]) =>
    other.value > 0 ? [one.value / other.value] : [],
  );
}

/** The median of them; null where no round has both. */
export function pairedRatio(a: readonly OfRound[], b: readonly OfRound[]): number | null {
  const ratios = sortSamples(pairedRatios(a, b));
  return ratios === null ? null : median(ratios);
}
