import { studentQuantile } from './beta-distribution.ts';
import { LEVEL, type LevelInterval } from './median-interval.ts';
import type { Bounds } from './round-number.ts';
import { type MeanEstimate, stratifiedMean } from './stratified-mean.ts';

/** The number of one connection. */
export interface Draw extends Bounds {
  /** Draws of the same stratum have first losses of the same part of their distribution; null or none: any. */
  readonly stratum?: number | null;
}

/** The fewest draws of which an interval is given. */
export const INTERVAL_DRAWS = 3;

/**
 * exp of the mean of the logarithms, over strata as in {@link stratifiedMean}. As `mean`: a bound where one of them is,
 * unknown where one is.
 * @returns null of none, or where one is not above 0.
 */
export function geometricMean(draws: readonly Draw[]): Bounds | null {
  if (draws.length === 0 || !areAboveZero(draws)) return null;
  const { low, high } = meansOf(draws.map(logarithmOf));
  return exponentialOf({ low: low.mean, high: high.mean });
}

/**
 * Interval of the mean, by Student's t. The lower end is that of the lower ends, the upper one of the upper ends; an
 * end that a bound makes infinite stays so.
 * @returns null of fewer than three draws.
 */
export function meanInterval(draws: readonly Draw[], level = LEVEL): LevelInterval | null {
  if (draws.length < INTERVAL_DRAWS) return null;
  const { low, high } = meansOf(draws);
  return { low: endOf(low, -1, level), high: endOf(high, 1, level), level };
}

/** The same of the geometric mean. @returns null also where a draw is not above 0. */
export function geometricInterval(draws: readonly Draw[], level = LEVEL): LevelInterval | null {
  if (!areAboveZero(draws)) return null;
  const interval = meanInterval(draws.map(logarithmOf), level);
  return interval && { ...exponentialOf(interval), level };
}

/**
 * Interval of GM(a) − GM(b) of two numbers of each connection, such as its waits with and without a transfer. By the
 * delta method (Cochran, "Sampling Techniques", 1977, 6.3): the error is that of the mean of
 * zᵢ = GM(a)·ln aᵢ − GM(b)·ln bᵢ, in the strata of a.
 * @returns null of fewer than three connections, or where a number is not above 0.
 */
export function differenceInterval(
  draws: readonly { readonly a: Draw; readonly b: Bounds }[],
  level = LEVEL,
): LevelInterval | null {
  const [as, bs] = [
    draws.map(({ a }) => a),
    draws.map(({ a: { stratum = null }, b }) => ({ ...b, stratum })),
  ];
  const [a, b] = [geometricMean(as), geometricMean(bs)];
  if (draws.length < INTERVAL_DRAWS || a === null || b === null) return null;
  const strata = as.map(({ stratum }) => stratum);
  const end = (of: keyof Bounds, other: keyof Bounds, side: 1 | -1): number => {
    const mean = a[of] - b[other];
    if (!Number.isFinite(mean)) return mean;
    const linear = draws.map(
      (each) => a[of] * Math.log(each.a[of]) - b[other] * Math.log(each.b[other]),
    );
    return endOf({ ...stratifiedMean(linear, strata), mean }, side, level);
  };
  return { low: end('low', 'high', -1), high: end('high', 'low', 1), level };
}

function meansOf(draws: readonly Draw[]): Record<keyof Bounds, MeanEstimate> {
  const strata = draws.map(({ stratum }) => stratum);
  const ofEnd = (end: keyof Bounds) =>
    stratifiedMean(
      draws.map((draw) => draw[end]),
      strata,
    );
  return { low: ofEnd('low'), high: ofEnd('high') };
}

function endOf({ mean, error, degrees }: MeanEstimate, side: 1 | -1, level: number): number {
  return Number.isFinite(mean) ? mean + side * studentQuantile(level, degrees) * error : mean;
}

/** An end of −∞ is none, of a number that is above 0 nevertheless. */
function areAboveZero(numbers: readonly Bounds[]): boolean {
  return numbers.every(({ low, high }) => high > 0 && (low > 0 || low === -Infinity));
}

function logarithmOf({ low, high, ...rest }: Draw): Draw {
  return { ...rest, low: low === -Infinity ? low : Math.log(low), high: Math.log(high) };
}

function exponentialOf({ low, high }: Bounds): Bounds {
  return { low: low === -Infinity ? low : Math.exp(low), high: Math.exp(high) };
}
