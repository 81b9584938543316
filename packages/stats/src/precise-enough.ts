import { binomialInterval } from './binomial-interval.ts';
import { INTERVAL_SAMPLES, intervalOfRounds, intervalRank, LEVEL } from './median-interval.ts';
import { isKnown, type RoundNumber, unknownAmong } from './round-number.ts';
import { type SortedSamples, sortSamples } from './sorted-samples.ts';
import { median } from './statistics.ts';
import { lowerRegime } from './two-regimes.ts';

/** How well the share of rounds in the lower of two regimes is to be known: half of its interval. */
export const REGIME_SHARE_WITHIN = 0.2;

/**
 * Level of the intervals of a run that ends by this rule, after 7 to 40 rounds: simulated, within 2
 * points, for log-normal rounds (σ 0.1, 0.25) and two regimes. It is lower than the level of one
 * interval, because a run also ends where an interval is narrow by chance.
 */
export const STOPPED_LEVEL = 0.96;

/** What is no difference of a figure, in its unit: the least one of a latency, nothing of a ratio. */
export type ToleranceOf = (rounds: readonly RoundNumber[]) => number;

/**
 * How well a figure is known. `narrow`: half of the interval of its median is at most a share of
 * the median, or within the tolerance. `bound`: both ends of that interval are lower
 * bounds, so the median is one. `regimes`: its rounds are of two regimes, and the share of the lower one
 * is known within 20 points (Clopper and Pearson, 95 %): the median of two regimes never becomes
 * narrow. `unknown`: half of its rounds or more may be any number, and so the median. `open`: none of
 * these.
 */
export type Precision = 'narrow' | 'bound' | 'regimes' | 'unknown' | 'open';

/**
 * Whether a run has rounds enough for a figure, and by what: it is known well enough twice, of all rounds
 * and of all but the last. Asked after every round; asked once, 2 points of coverage would be lost.
 * @param rounds its numbers, in their order.
 * @param share of the median that half of the interval may have, such as 0.1.
 */
export function precisionOf(
  rounds: readonly RoundNumber[],
  share: number,
  toleranceOf: ToleranceOf,
): Precision {
  const before = known(rounds.slice(0, -1), share, toleranceOf);
  return before === 'open' ? 'open' : known(rounds, share, toleranceOf);
}

function known(rounds: readonly RoundNumber[], share: number, toleranceOf: ToleranceOf): Precision {
  if (isNarrow(rounds, share, toleranceOf)) return 'narrow';
  if (isBound(rounds)) return 'bound';
  if (isUnknown(rounds)) return 'unknown';
  const lower = lowerShare(rounds, toleranceOf);
  return lower !== null && lower.half <= REGIME_SHARE_WITHIN ? 'regimes' : 'open';
}

function isNarrow(
  rounds: readonly RoundNumber[],
  share: number,
  toleranceOf: ToleranceOf,
): boolean {
  const [half, sorted] = [halfWidth(rounds), sortedOf(rounds)];
  if (half === null || sorted === null) return false;
  // Around 0 a share of the median is no goal.
  return half <= Math.max(share * Math.abs(median(sorted)), toleranceOf(rounds));
}

/** Half of the interval of the median, in the unit; null without one, or where an end is missing. */
export function halfWidth(rounds: readonly RoundNumber[]): number | null {
  const interval = intervalOfRounds(rounds);
  const half = interval === null ? Infinity : (interval.high - interval.low) / 2;
  return Number.isFinite(half) ? half : null;
}

/** The numbers of those that are not unknown. */
export function sortedOf(rounds: readonly RoundNumber[]): SortedSamples | null {
  return sortSamples(rounds.map(({ low }) => low).filter(Number.isFinite));
}

/** Whether even the lower end of the interval rests on a lower bound. */
function isBound(rounds: readonly RoundNumber[]): boolean {
  const sorted = Float64Array.from(rounds, (round) =>
    isKnown(round) && round.high === Infinity ? Infinity : round.low,
  ).toSorted();
  return sorted[intervalRank(rounds.length) - 1] === Infinity;
}

/** Whether no number of such rounds would tell the median. */
function isUnknown(rounds: readonly RoundNumber[]): boolean {
  return rounds.length >= INTERVAL_SAMPLES && 2 * unknownAmong(rounds) >= rounds.length;
}

/** How many rounds of two regimes are in the lower one, and half of the interval of that share. */
export function lowerShare(
  rounds: readonly RoundNumber[],
  toleranceOf: ToleranceOf,
): { readonly rounds: number; readonly half: number } | null {
  // An unknown round may be in either.
  const sorted = rounds.every(isKnown) ? sortedOf(rounds) : null;
  const lower = sorted && lowerRegime(sorted, () => toleranceOf(rounds));
  if (lower === null) return null;
  const { low, high } = binomialInterval(lower, rounds.length, LEVEL);
  return { rounds: lower, half: (high - low) / 2 };
}
