import { studentQuantile } from './beta-distribution.ts';
import {
  differenceInterval,
  geometricInterval,
  geometricMean,
  INTERVAL_DRAWS,
} from './geometric-mean.ts';
import {
  INTERVAL_SAMPLES,
  intervalOfRounds,
  LEVEL,
  type LevelInterval,
} from './median-interval.ts';
import {
  type Bounds,
  exactly,
  middle,
  minus,
  over,
  type RoundNumber,
  UNKNOWN,
} from './round-number.ts';
import { type MeanEstimate, stratifiedMean } from './stratified-mean.ts';

/** How the numbers of rounds, or of connections, become one. Its unit is theirs. */
export interface Average {
  readonly name: 'median' | 'geometric mean';
  /** What a number is of. */
  readonly unit: 'round' | 'connection';
  /** The fewest numbers that have an interval. */
  readonly least: number;
  /** Null of none. */
  readonly middle: (numbers: readonly RoundNumber[]) => Bounds | null;
  /** Null where there are too few. */
  readonly interval: (numbers: readonly RoundNumber[]) => LevelInterval | null;
  /**
   * Interval of a ÷ b, or of a − b, of as many pairs in the same order.
   * @param level default: `LEVEL`. Rounds have the exact level of their number, whatever is asked for.
   */
  readonly paired: (
    a: readonly RoundNumber[],
    b: readonly RoundNumber[],
    isRatio: boolean,
    level?: number,
  ) => LevelInterval | null;
}

export const MEDIAN: Average = {
  name: 'median',
  unit: 'round',
  least: INTERVAL_SAMPLES,
  middle,
  interval: intervalOfRounds,
  paired: (a, b, isRatio) => intervalOfRounds(pairsOf(a, b, isRatio)),
};

/**
 * Numbers with a base are differences from it: their average is GM(difference + base) − GM(base), so that a table adds up.
 */
export const GEOMETRIC_MEAN: Average = {
  name: 'geometric mean',
  unit: 'connection',
  least: INTERVAL_DRAWS,
  middle: (numbers) => {
    const parts = partsOf(numbers);
    if (parts === null) return geometricMean(numbers);
    const [whole, base] = [
      geometricMean(parts.map(({ a }) => a)),
      geometricMean(parts.map(({ b }) => b)),
    ];
    return whole && base && minus(whole, base);
  },
  interval: (numbers) => {
    const parts = partsOf(numbers);
    return parts === null ? geometricInterval(numbers) : differenceInterval(parts);
  },
  paired: (a, b, isRatio, level = LEVEL) =>
    isRatio
      ? geometricInterval(pairsOf(a, b, isRatio), level)
      : contrast(a, b, level, (one, other, strata) => ({
          ...stratifiedMean(
            one.values.map((value, index) => value - (other.values[index] ?? 0)),
            strata,
          ),
          mean: one.mean - other.mean,
        })),
};

function pairsOf(
  a: readonly RoundNumber[],
  b: readonly RoundNumber[],
  isRatio: boolean,
): RoundNumber[] {
  return a.map((one, index) => {
    const other = b[index] ?? UNKNOWN;
    const { stratum = null } = one;
    return { ...(isRatio ? over(one, other) : minus(one, other)), stratum };
  });
}

/**
 * Interval of a ÷ b, or of a − b, of two groups of connections that share nothing (Welch, Biometrika 34, 1947).
 * @returns null where one has fewer than three.
 */
export function unpairedInterval(
  a: readonly RoundNumber[],
  b: readonly RoundNumber[],
  isRatio: boolean,
  level = LEVEL,
): LevelInterval | null {
  const found = contrast(a, b, level, (one, other) => {
    const error = Math.hypot(one.error, other.error);
    const terms = one.error ** 4 / one.degrees + other.error ** 4 / other.degrees;
    const all = one.degrees + other.degrees;
    return {
      mean: one.mean - other.mean,
      error,
      degrees: terms > 0 ? Math.min(all, error ** 4 / terms) : all,
    };
  });
  if (found === null || !isRatio) return found;
  return { ...found, low: Math.exp(found.low), high: Math.exp(found.high) };
}

/** A group on the scale on which its average is a mean: logarithms, or milliseconds of differences. */
interface Linear extends MeanEstimate {
  readonly values: readonly number[];
}

function contrast(
  a: readonly RoundNumber[],
  b: readonly RoundNumber[],
  level: number,
  combined: (
    one: Linear,
    other: Linear,
    strata: readonly (number | null | undefined)[],
  ) => MeanEstimate,
): LevelInterval | null {
  if (a.length < INTERVAL_DRAWS || b.length < INTERVAL_DRAWS) return null;
  const strata = a.map(({ stratum }) => stratum);
  const end = (of: keyof Bounds, against: keyof Bounds, side: 1 | -1): number => {
    const [one, other] = [linear(a, of), linear(b, against)];
    if (!Number.isFinite(one.mean - other.mean)) return side * Infinity;
    const { mean, error, degrees } = combined(one, other, strata);
    return mean + side * studentQuantile(level, degrees) * error;
  };
  return { low: end('low', 'high', -1), high: end('high', 'low', 1), level };
}

/** Of a difference by the delta method, as `differenceInterval` has it. */
function linear(numbers: readonly RoundNumber[], end: keyof Bounds): Linear {
  const strata = numbers.map(({ stratum }) => stratum);
  const parts = partsOf(numbers);
  const ofLogarithms = (all: readonly number[]) => {
    const values = all.map((each) => Math.log(each));
    return { values, ...stratifiedMean(values, strata) };
  };
  if (parts === null) return ofLogarithms(numbers.map((each) => each[end]));
  const whole = ofLogarithms(parts.map(({ a }) => a[end]));
  const base = ofLogarithms(parts.map(({ b }) => b[end]));
  const [ofWhole, ofBase] = [Math.exp(whole.mean), Math.exp(base.mean)];
  const values = whole.values.map(
    (value, index) => ofWhole * value - ofBase * (base.values[index] ?? 0),
  );
  return { values, ...stratifiedMean(values, strata), mean: ofWhole - ofBase };
}

/** Null of numbers that are no differences. */
function partsOf(numbers: readonly RoundNumber[]) {
  if (numbers.every(({ base }) => base === undefined)) return null;
  return numbers.map(({ low, high, base = 1, stratum = null }) => ({
    a: { low: low + base, high: high + base, stratum },
    b: { ...exactly(base), stratum },
  }));
}
