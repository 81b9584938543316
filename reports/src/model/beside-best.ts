import { formatNumber } from './format.ts';
import { type OfRound, pairedRatio } from './paired-ratio.ts';
import type { Figure } from './table.ts';

/** Which of several figures is the best: of durations the lowest, of rates the highest. */
export type Better = 'lowest' | 'highest';

/** What one variant has in a place of a table. */
export interface Rival {
  /** As the table calls it. */
  readonly name: string;
  readonly figure: Figure;
  /** The same figure of each round alone, where that has one. */
  readonly rounds: readonly OfRound[];
  /** False where its figures say nothing of its server: it is not the best and has no ratio. */
  readonly ranked: boolean;
}

/** The figures of one place, each beside the best of them. */
export interface BesideBest {
  readonly figures: readonly Figure[];
  /** Those whose ratio is of the two values, as no round has both. */
  readonly unpaired: readonly string[];
}

/**
 * Gives each figure its ratio to the best of them: the median, over the rounds that both have, of its
 * value ÷ the best's of that round. The best is told by the values that are printed, so that a ratio
 * may be on the other side of 1. None where fewer than two may be ranked.
 */
export function besideBest(rivals: readonly Rival[], better: Better): BesideBest {
  const ranked = rivals.flatMap((rival) => {
    const { value } = rival.figure;
    return rival.ranked && value !== null ? [{ rival, value }] : [];
  });
  const sign = better === 'lowest' ? 1 : -1;
  const [best, second] = ranked.toSorted((a, b) => sign * (a.value - b.value));
  if (!best || !second) return { figures: rivals.map(({ figure }) => figure), unpaired: [] };
  const unpaired: string[] = [];
  const figures = rivals.map((rival): Figure => {
    const value = ranked.find((each) => each.rival === rival)?.value;
    if (value === undefined) return rival.figure;
    if (value === best.value) return { ...rival.figure, ratio: { value: 1, text: 'best' } };
    // A best of 0 ms is below the clock's resolution and has no multiple.
    if (best.value <= 0) return rival.figure;
    const paired = pairedRatio(rival.rounds, best.rival.rounds);
    if (paired === null) unpaired.push(rival.name);
    const ratio = paired ?? value / best.value;
    return { ...rival.figure, ratio: { value: ratio, text: ratioText(ratio) } };
  });
  return { figures, unpaired };
}

/** `× 1.24`, as `multipleText`. */
export function ratioText(ratio: number): string {
  return `× ${multipleText(ratio)}`;
}

/** `1.24`; of what is less than a hundredth two digits, never 0. */
export function multipleText(ratio: number): string {
  return ratio > 0 && ratio < 0.01 ? ratio.toPrecision(2) : formatNumber(ratio);
}
