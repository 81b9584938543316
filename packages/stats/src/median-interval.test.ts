import { describe, expect, test } from 'vitest';
import { atLeast, exactly, withUnknown } from './round-number.ts';
import { INTERVAL_SAMPLES, intervalOfRounds, LEVEL, rangeLevel } from './median-interval.ts';

/** The interval of 1, 2, … n. */
const of = (n: number) =>
  intervalOfRounds(Array.from({ length: n }, (_, index) => exactly(index + 1)));

test('fewer than six samples have no interval', () => {
  expect(of(INTERVAL_SAMPLES - 1)).toBeNull();
  expect(rangeLevel(5)).toBe(0.9375);
  expect(of(INTERVAL_SAMPLES)).toEqual({ low: 1, high: 6, level: 0.96875 });
});

// R: 1 - 2 * pbinom(k - 1, n, 0.5), and the k of qbinom(0.025, n, 0.5).
test.each([
  { n: 8, low: 1, high: 8, level: 0.9921875 },
  { n: 9, low: 2, high: 8, level: 0.9609375 },
  { n: 10, low: 2, high: 9, level: 0.978515625 },
  { n: 20, low: 6, high: 15, level: 0.958610534668 },
])('the interval of $n samples is from the $low. to the $high.', ({ n, low, high, level }) => {
  expect(of(n)).toMatchObject({ low, high });
  expect(of(n)?.level).toBeCloseTo(level, 10);
});

test('no interval claims less than the level', () => {
  for (let n = INTERVAL_SAMPLES; n < 200; n += 1) {
    expect(of(n)?.level).toBeGreaterThanOrEqual(LEVEL);
  }
});

describe('the interval of rounds', () => {
  const ten = Array.from({ length: 10 }, (_, value) =>
    value > 7 ? atLeast(value) : exactly(value),
  );

  test('has no upper end where it rests on a lower bound', () => {
    expect(intervalOfRounds(ten)).toEqual({ low: 1, high: Infinity, level: rangeLevel(10, 2) });
    expect(intervalOfRounds(ten.slice(0, 9))).toMatchObject({ low: 1, high: 7 });
  });

  test('holds rounds of any number at both ends', () => {
    const exact = ten.slice(0, 8);
    expect(intervalOfRounds(withUnknown(exact, 1))).toEqual({
      low: 0,
      high: 7,
      level: rangeLevel(9, 2),
    });
    expect(intervalOfRounds(withUnknown(exact, 2))).toMatchObject({
      low: -Infinity,
      high: Infinity,
    });
    expect(intervalOfRounds(withUnknown([], 2))).toBeNull();
  });
});
