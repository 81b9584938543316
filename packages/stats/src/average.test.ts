import { describe, expect, test } from 'vitest';
import { GEOMETRIC_MEAN, MEDIAN, unpairedInterval } from './average.ts';
import { studentQuantile } from './beta-distribution.ts';
import { differenceInterval, geometricInterval } from './geometric-mean.ts';
import { atLeast, exactly, type RoundNumber } from './round-number.ts';

const numbers = (...values: readonly number[]) => values.map(exactly);
/** Waits of connections beside a transfer, each 100 more than alone. */
const added = (...during: readonly number[]): RoundNumber[] =>
  during.map((value) => ({ ...exactly(value - 100), base: 100 }));

describe('the geometric mean of connections', () => {
  test('is that of numbers, and of differences that of both parts', () => {
    expect(GEOMETRIC_MEAN.middle(numbers(200, 800))?.low).toBeCloseTo(400, 9);
    // Not the geometric mean of 100 and 700, which is 265.
    expect(GEOMETRIC_MEAN.middle(added(200, 800))?.low).toBeCloseTo(300, 9);
    expect(GEOMETRIC_MEAN.middle([...added(200), { ...atLeast(700), base: 100 }])).toEqual({
      low: expect.closeTo(300, 9),
      high: Infinity,
    });
  });

  test('has the intervals of both', () => {
    expect(GEOMETRIC_MEAN.interval(numbers(1, 2, 4))).toEqual(geometricInterval(numbers(1, 2, 4)));
    const parts = [150, 200, 400].map((each) => ({ a: exactly(each), b: exactly(100) }));
    const expected = differenceInterval(parts);
    const found = GEOMETRIC_MEAN.interval(added(150, 200, 400));
    expect(found?.low).toBeCloseTo(expected?.low ?? NaN, 9);
    expect(found?.high).toBeCloseTo(expected?.high ?? NaN, 9);
  });

  test('of pairs that differ alike is known exactly, however much pairs differ', () => {
    const one = numbers(200, 400, 3_200);
    const ratio = GEOMETRIC_MEAN.paired(one, numbers(100, 200, 1_600), true);
    expect([ratio?.low, ratio?.high]).toEqual([expect.closeTo(2, 9), expect.closeTo(2, 9)]);
    const difference = GEOMETRIC_MEAN.paired(added(150, 200, 900), added(150, 200, 900), false);
    expect([difference?.low, difference?.high]).toEqual([
      expect.closeTo(0, 9),
      expect.closeTo(0, 9),
    ]);
  });
});

test('a higher level has a wider interval, of pairs and of groups', () => {
  const [one, other] = [numbers(200, 500, 3_200), numbers(100, 200, 1_600)];
  for (const of of [GEOMETRIC_MEAN.paired, unpairedInterval]) {
    const [usual, high] = [of(one, other, true), of(one, other, true, 0.99)];
    expect(high?.level).toBe(0.99);
    expect(high?.low).toBeLessThan(usual?.low ?? 0);
    expect(high?.high).toBeGreaterThan(usual?.high ?? Infinity);
  }
});

test('groups without pairs are compared by Welch', () => {
  // Both have the standard error 1 ÷ √3 and two degrees of freedom, together four.
  const [one, other] = [
    numbers(Math.E ** 2, Math.E ** 3, Math.E ** 4),
    numbers(1, Math.E, Math.E ** 2),
  ];
  const half = studentQuantile(0.95, 4) * Math.sqrt(2 / 3);
  const found = unpairedInterval(one, other, true);
  expect(Math.log(found?.low ?? 0)).toBeCloseTo(2 - half, 9);
  expect(Math.log(found?.high ?? 0)).toBeCloseTo(2 + half, 9);
  expect(unpairedInterval(numbers(1), other, true)).toBeNull();
  const bound = unpairedInterval([...one, atLeast(9)], other, true);
  expect(bound?.high).toBe(Infinity);
  expect(bound?.low).toBeGreaterThan(0);
});

test('the median has the exact interval of six rounds', () => {
  expect(MEDIAN.interval(numbers(1, 2, 3, 4, 5))).toBeNull();
  expect(MEDIAN.paired(numbers(2, 4, 6, 8, 10, 12), numbers(1, 2, 3, 4, 5, 6), true)).toMatchObject(
    { low: 2, high: 2 },
  );
});
