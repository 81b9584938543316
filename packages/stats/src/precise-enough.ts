import { CENSORED } from './censored.ts';
import { INTERVAL_SAMPLES, medianInterval } from './median-interval.ts';
import { sortSamples } from './sorted-samples.ts';
import { median } from './statistics.ts';

/** How narrow an interval has to be. */
export interface Precision {
  /** Half of its width as a share of the median, such as 0.1 … */
  readonly share: number;
  /** … or in the unit of the numbers, whichever is more: around 0 a share of nothing is no goal. */
  readonly toleranceAbs: number;
}

/** The fewest rounds after which a run may end. */
export const FEWEST_TO_STOP = INTERVAL_SAMPLES + 1;

/**
 * Level of the intervals of a run that ends by this rule, after 7 to 40 rounds: simulated, within 2
 * points, for log-normal rounds (σ 0.1, 0.25) and two regimes. It is lower than the level of one
 * interval, because a run also ends where an interval is narrow by chance.
 */
export const STOPPED_LEVEL = 0.96;

/**
 * Half of the interval for the median, in the unit of the values.
 * @returns null with too few values for an interval, and where one of its ends is censored.
 */
export function halfWidth(values: readonly number[]): number | null {
  const sorted = sortSamples(values);
  const interval = sorted && medianInterval(sorted);
  if (interval === null || interval.high === CENSORED) return null;
  return (interval.high - interval.low) / 2;
}

/**
 * Whether a run has rounds enough: the interval of the median is narrow enough twice, of all rounds
 * and of all but the last. Asked after every round; asked once, 2 points of coverage would be lost.
 * @param values one number per round, in their order; `CENSORED` for one that may be any above.
 */
export function isPreciseEnough(values: readonly number[], precision: Precision): boolean {
  return isNarrow(values, precision) && isNarrow(values.slice(0, -1), precision);
}

function isNarrow(values: readonly number[], { share, toleranceAbs }: Precision): boolean {
  const [half, sorted] = [halfWidth(values), sortSamples(values)];
  if (half === null || sorted === null) return false;
  return half <= Math.max(share * Math.abs(median(sorted)), toleranceAbs);
}
