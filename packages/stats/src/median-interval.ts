import type { Bounds } from './round-number.ts';

/** Two ends, of which an infinite one is none, and the exact probability that what they are of lies between them. */
export interface LevelInterval extends Bounds {
  /** 0.992 for the range of eight samples, whatever their continuous distribution. */
  readonly level: number;
}

/** What every interval of the lab holds the true median with, at least. */
export const LEVEL = 0.95;

/** The fewest samples whose range reaches `LEVEL`. */
export const INTERVAL_SAMPLES = 6;

/**
 * Exact interval for the median of independent rounds: x₍ₖ₎ to x₍ₙ₊₁₋ₖ₎, with the largest k whose
 * level 1 − 2·P(B < k), B ~ Bin(n, ½), is at least `LEVEL` (Conover, "Practical Nonparametric
 * Statistics", 1999, section 3.2). It assumes nothing of the distribution: it may be skewed, or of
 * two regimes.
 * @returns null for fewer than six rounds, whose whole range holds the median less often.
 */
export function intervalOfRounds(rounds: readonly Bounds[]): LevelInterval | null {
  const k = intervalRank(rounds.length);
  return betweenRanks(rounds, k, rangeLevel(rounds.length, k));
}

/**
 * x₍ₖ₎ to x₍ₙ₊₁₋ₖ₎ of numbers of which some are bounds: the lower end is that of what each is at least, the upper end
 * that of what each is at most.
 * @returns null for a k of 0.
 */
export function betweenRanks(
  numbers: readonly Bounds[],
  k: number,
  level: number,
): LevelInterval | null {
  // Numbers of this type sort by themselves, infinite ones, too.
  const ascending = (end: keyof Bounds) =>
    Float64Array.from(numbers, (each) => each[end]).toSorted();
  const [low, high] = [ascending('low')[k - 1], ascending('high')[numbers.length - k]];
  return low === undefined || high === undefined ? null : { low, high, level };
}

/** The rank k of the lower end, counted from below, and of the upper one from above; 0: no interval. */
export function intervalRank(n: number): number {
  let k = 0;
  while (2 * (k + 1) <= n && rangeLevel(n, k + 1) >= LEVEL) k += 1;
  return k;
}

/**
 * The probability with which x₍ₖ₎ to x₍ₙ₊₁₋ₖ₎ of `n` independent samples hold the median of their
 * distribution: 1 − 2·P(B < k), B ~ Bin(n, ½). For k = 1, the range, 1 − 2^(1 − n).
 */
export function rangeLevel(n: number, k = 1): number {
  let term = 2 ** -n;
  let below = 0;
  for (let i = 0; i < k; i += 1) {
    below += term;
    term *= (n - i) / (i + 1);
  }
  return 1 - 2 * below;
}
