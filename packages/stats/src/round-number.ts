/** What is known of a number: equal ends where it is exact, an infinite end where the other one is a bound. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** The number of one round, or of one connection. */
export interface RoundNumber extends Bounds {
  /** Of a difference: the number that it is added to, in the same unit. */
  readonly base?: number;
  /** Of a connection whose first loss was drawn from a part of its distribution: the number of that part. */
  readonly stratum?: number | null;
}

/** Of a number that may be any. */
export const UNKNOWN: Bounds = { low: -Infinity, high: Infinity };

export function exactly(value: number): Bounds {
  return { low: value, high: value };
}

export function atLeast(value: number): Bounds {
  return { low: value, high: Infinity };
}

export function isKnown({ low, high }: Bounds): boolean {
  return Number.isFinite(low) || Number.isFinite(high);
}

/** How a number is written: with a sign where it is a bound; without a value where it is unknown. */
export interface Shown {
  readonly value: number | null;
  readonly bound: Bound;
}
export type Bound = '' | '≥' | '≤';

/** One with two finite ends, such as a median between a bound and a number, is shown as the lower. */
export function shown({ low, high }: Bounds): Shown {
  if (low === high) return { value: low, bound: '' };
  if (Number.isFinite(low)) return { value: low, bound: '≥' };
  return Number.isFinite(high) ? { value: high, bound: '≤' } : { value: null, bound: '' };
}

/** Its value, of a bound as well; NaN where it is unknown. */
export function valueOf(number: Bounds): number {
  return shown(number).value ?? NaN;
}

export function minus(a: Bounds, b: Bounds): Bounds {
  return { low: a.low - b.high, high: a.high - b.low };
}

/** a ÷ b of numbers above 0. A b of 0 has no multiple. */
export function over(a: Bounds, b: Bounds): Bounds {
  return {
    low: Number.isFinite(b.high) && b.high > 0 ? a.low / b.high : -Infinity,
    high: b.low > 0 ? a.high / b.low : Infinity,
  };
}

/** a · b of numbers above 0. */
export function times(a: Bounds, b: Bounds): Bounds {
  return {
    low: Number.isFinite(a.low) && Number.isFinite(b.low) ? a.low * b.low : -Infinity,
    high: a.high * b.high,
  };
}

/** The sum of numbers. */
export function plus(numbers: readonly Bounds[]): Bounds {
  return numbers.reduce((a, b) => ({ low: a.low + b.low, high: a.high + b.high }), exactly(0));
}

/** The mean: a bound where one of them is, unknown where one is; null of none. */
export function mean(numbers: readonly Bounds[]): Bounds | null {
  const { low, high } = plus(numbers);
  const n = numbers.length;
  return n === 0 ? null : { low: low / n, high: high / n };
}

/**
 * The median, or its ends where it rests on bounds; null of none. Of an even number it is the mean of the two in the
 * middle, but never a mean across a bound: there the lower one is what it is at least, the upper one what it is at most.
 */
export function middle(numbers: readonly Bounds[]): Bounds | null {
  const pairBy = (end: keyof Bounds): [Bounds, Bounds] | null => {
    const sorted = numbers.toSorted((a, b) => (a[end] === b[end] ? 0 : a[end] - b[end]));
    const at = (index: number): Bounds | undefined => sorted[Math.floor(index)];
    const [one, other] = [at((sorted.length - 1) / 2), at(sorted.length / 2)];
    return one && other ? [one, other] : null;
  };
  const [lower, upper] = [pairBy('low'), pairBy('high')];
  if (lower === null || upper === null) return null;
  const [one, other] = [mean(lower), mean(upper)];
  const isSame = [...lower, ...upper].every(isExact) && one?.low === other?.low;
  return isSame ? one : { low: lower[0].low, high: upper[1].high };
}

function isExact({ low, high }: Bounds): boolean {
  return low === high;
}

/** These, and so many unknown ones. */
export function withUnknown<Number extends Bounds>(
  numbers: readonly Number[],
  count: number,
): (Number | Bounds)[] {
  return [...numbers, ...Array.from({ length: count }, () => UNKNOWN)];
}
