import { type Average, MEDIAN } from './average.ts';
import { intervalRank } from './median-interval.ts';
import { isKnown, type RoundNumber, shown, unknownAmong } from './round-number.ts';

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

/** How the numbers become one, and how many of them the last round has. */
interface Numbers {
  readonly average: Average;
  readonly last: number;
}

/**
 * Whether a run has rounds enough for a figure, and by what: it is known well enough twice, of all rounds
 * and of all but the last. Asked after every round; asked once, 2 points of coverage would be lost.
 * @param numbers one for each round, or connection, in their order.
 * @param share of the figure that half of the interval may have, such as 0.1.
 */
export function precisionOf(
  numbers: readonly RoundNumber[],
  share: number,
  toleranceOf: ToleranceOf,
  { average, last }: Numbers = { average: MEDIAN, last: 1 },
): Precision {
  const known = (own: readonly RoundNumber[]): Precision => {
    if (isNarrow(own, share, toleranceOf, average)) return 'narrow';
    if (isBound(own, average)) return 'bound';
    return isUnknown(own, average) ? 'unknown' : 'open';
  };
  return known(numbers.slice(0, -last)) === 'open' ? 'open' : known(numbers);
}

function isNarrow(
  numbers: readonly RoundNumber[],
  share: number,
  toleranceOf: ToleranceOf,
  average: Average,
): boolean {
  const [half, value] = [halfWidth(numbers, average), valueOfAll(numbers, average)];
  if (half === null || value === null) return false;
  // Around 0 a share of the figure is no goal.
  return half <= Math.max(share * Math.abs(value), toleranceOf(numbers));
}

/** Half of the interval, in the unit; null without one, or where an end is missing. */
export function halfWidth(numbers: readonly RoundNumber[], { interval }: Average): number | null {
  const found = interval(numbers);
  const half = found === null ? Infinity : (found.high - found.low) / 2;
  return Number.isFinite(half) ? half : null;
}

/** The figure of those that are not unknown; null of none. */
export function valueOfAll(numbers: readonly RoundNumber[], { middle }: Average): number | null {
  const found = middle(numbers.filter(({ low }) => Number.isFinite(low)));
  return found && shown(found).value;
}

/** Whether more numbers would not make it more than a lower bound: even the lower end of a median's interval rests on one. */
function isBound(numbers: readonly RoundNumber[], { unit, least }: Average): boolean {
  const isLower = (number: RoundNumber) => isKnown(number) && number.high === Infinity;
  // A mean is a bound with the first; half of them are no accident.
  if (unit === 'connection') {
    return numbers.length >= least && 2 * numbers.filter(isLower).length >= numbers.length;
  }
  const sorted = Float64Array.from(numbers, (number) =>
    isLower(number) ? Infinity : number.low,
  ).toSorted();
  return sorted[intervalRank(numbers.length) - 1] === Infinity;
}

/** Whether no more of such numbers would tell the figure. */
function isUnknown(numbers: readonly RoundNumber[], { least }: Average): boolean {
  return numbers.length >= least && 2 * unknownAmong(numbers) >= numbers.length;
}
