import { INTERVAL_SAMPLES, intervalOfRounds, intervalRank } from './median-interval.ts';
import { isKnown, type RoundNumber, unknownAmong } from './round-number.ts';
import { type SortedSamples, sortSamples } from './sorted-samples.ts';
import { median } from './statistics.ts';

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
 * bounds, so the median is one. `unknown`: half of its rounds or more may be any number, and so the median. `open`: none of
 * these.
 */
export type Precision = 'narrow' | 'bound' | 'unknown' | 'open';

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
  return isUnknown(rounds) ? 'unknown' : 'open';
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
