import { expect, test } from 'vitest';
import { CENSORED } from './censored.ts';
import { halfWidth, isPreciseEnough } from './precise-enough.ts';

const TEN_PERCENT = { share: 0.1, toleranceAbs: 0 };
/** The interval of six values is their range. */
const six = (low: number, high: number) => [low, 100, 100, 100, 100, high];

test('half of the interval against the median', () => {
  expect(halfWidth(six(90, 110))).toBe(10);
  expect(isPreciseEnough(six(90, 110), TEN_PERCENT)).toBe(true);
  expect(isPreciseEnough(six(90, 110.1), TEN_PERCENT)).toBe(false);
});

test('or against the tolerance, so that a delay of nothing can be precise', () => {
  const aroundZero = six(90, 110).map((value) => (value - 100) / 10);
  expect(isPreciseEnough(aroundZero, TEN_PERCENT)).toBe(false);
  expect(isPreciseEnough(aroundZero, { share: 0.1, toleranceAbs: 1 })).toBe(true);
});

test('five values have no interval', () => {
  expect(halfWidth([100, 100, 100, 100, 100])).toBeNull();
  expect(isPreciseEnough([100, 100, 100, 100, 100], TEN_PERCENT)).toBe(false);
  expect(isPreciseEnough([], TEN_PERCENT)).toBe(false);
});

test('lower bounds are never precise', () => {
  expect(isPreciseEnough(six(90, CENSORED), TEN_PERCENT)).toBe(false);
  expect(isPreciseEnough(Array<number>(20).fill(CENSORED), TEN_PERCENT)).toBe(false);
});
