import { binomialInterval } from './binomial-interval.ts';
import { CENSORED, type RoundNumber } from './censored.ts';
import { delayToleranceMs } from './least-latency-difference.ts';
import { INTERVAL_SAMPLES, intervalOfRounds, LEVEL, medianInterval } from './median-interval.ts';
import { sortSamples } from './sorted-samples.ts';
import { median } from './statistics.ts';
import { lowerRegime } from './two-regimes.ts';

/** The fewest rounds after which a run may end. */
export const FEWEST_TO_STOP = INTERVAL_SAMPLES + 1;

/** How well the share of rounds in the lower of two regimes is to be known: half of its interval. */
export const REGIME_SHARE_WITHIN = 0.2;

/**
 * Level of the intervals of a run that ends by this rule, after 7 to 40 rounds: simulated, within 2
 * points, for log-normal rounds (σ 0.1, 0.25) and two regimes. It is lower than the level of one
 * interval, because a run also ends where an interval is narrow by chance.
 */
export const STOPPED_LEVEL = 0.96;

/**
 * How well a figure in ms is known. `narrow`: half of the interval of its median is at most a share of
 * the median, or the least difference of the latency. `bound`: both ends of that interval are lower
 * bounds, so the median is one. `regimes`: its rounds are of two regimes, and the share of the lower one
 * is known within 20 points (Clopper and Pearson, 95 %): the median of two regimes never becomes
 * narrow. `open`: none of these.
 */
export type Precision = 'narrow' | 'bound' | 'regimes' | 'open';

/**
 * Whether a run has rounds enough for a figure, and by what: it is known well enough twice, of all rounds
 * and of all but the last. Asked after every round; asked once, 2 points of coverage would be lost.
 * @param rounds its numbers in ms, in their order.
 * @param share of the median that half of the interval may have, such as 0.1.
 */
export function precisionOf(rounds: readonly RoundNumber[], share: number): Precision {
  return known(rounds.slice(0, -1), share) === 'open' ? 'open' : known(rounds, share);
}

function known(rounds: readonly RoundNumber[], share: number): Precision {
  if (isNarrow(rounds, share)) return 'narrow';
  if (isBound(rounds)) return 'bound';
  const lower = lowerShare(rounds);
  return lower !== null && lower.half <= REGIME_SHARE_WITHIN ? 'regimes' : 'open';
}

function isNarrow(rounds: readonly RoundNumber[], share: number): boolean {
  const [half, sorted] = [halfWidth(rounds), sortSamples(rounds.map(({ value }) => value))];
  if (half === null || sorted === null) return false;
  // Around 0 a share of the median is no goal.
  return half <= Math.max(share * Math.abs(median(sorted)), delayToleranceMs(rounds));
}

/** Half of the interval of the median, in the unit; null without one, or where it has no upper end. */
export function halfWidth(rounds: readonly RoundNumber[]): number | null {
  const interval = intervalOfRounds(rounds);
  if (interval === null || !Number.isFinite(interval.high)) return null;
  return (interval.high - interval.low) / 2;
}

/** Whether even the lower end of the interval rests on a lower bound. */
function isBound(rounds: readonly RoundNumber[]): boolean {
  const sorted = sortSamples(rounds.map(({ value, censored }) => (censored ? CENSORED : value)));
  return sorted !== null && medianInterval(sorted)?.low === CENSORED;
}

/** How many rounds of two regimes are in the lower one, and half of the interval of that share. */
export function lowerShare(
  rounds: readonly RoundNumber[],
): { readonly rounds: number; readonly half: number } | null {
  const sorted = sortSamples(rounds.map(({ value }) => value));
  const lower = sorted && lowerRegime(sorted, () => delayToleranceMs(rounds));
  if (lower === null) return null;
  const { low, high } = binomialInterval(lower, rounds.length, LEVEL);
  return { rounds: lower, half: (high - low) / 2 };
}
