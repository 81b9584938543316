import { describe, expect, test } from 'vitest';
import { studentQuantile } from './beta-distribution.ts';
import {
  differenceInterval,
  type Draw,
  geometricInterval,
  geometricMean,
  meanInterval,
} from './geometric-mean.ts';
import { atLeast, exactly, UNKNOWN } from './round-number.ts';

/** Half-width of the mean of three that are 1 apart: t ÷ √3. */
const HALF = studentQuantile(0.95, 2) / Math.sqrt(3);
const powers = [Math.E, Math.E ** 2, Math.E ** 3].map(exactly);
const inStrata = (strata: readonly number[], values: readonly number[]): Draw[] =>
  values.map((value, index) => ({ ...exactly(value), stratum: strata[index] ?? null }));

describe('the geometric mean', () => {
  test('is that of the logarithms', () => {
    expect(geometricMean([exactly(2), exactly(8)])?.low).toBeCloseTo(4, 12);
    expect(geometricMean([exactly(2), atLeast(8)])).toEqual({
      low: expect.closeTo(4, 12),
      high: Infinity,
    });
    expect(geometricMean([exactly(2), UNKNOWN])).toEqual(UNKNOWN);
  });

  test('weights strata alike', () => {
    const draws = inStrata([1, 2, 2, 2], [2, 8, 8, 8]);
    expect(geometricMean(draws)?.high).toBeCloseTo(4, 12);
  });

  test('of none, and of what is not above 0, is none', () => {
    expect([geometricMean([]), geometricMean([exactly(0), exactly(3)])]).toEqual([null, null]);
    expect(geometricInterval([exactly(0), exactly(3), exactly(3)])).toBeNull();
  });
});

describe('an interval', () => {
  test('of a mean is that of Student', () => {
    expect(meanInterval([1, 2, 3].map(exactly))).toEqual({
      low: expect.closeTo(2 - HALF, 9),
      high: expect.closeTo(2 + HALF, 9),
      level: 0.95,
    });
    const interval = meanInterval([1, 2, 3].map(exactly), 0.99);
    expect([interval?.high, interval?.level]).toEqual([expect.closeTo(7.7301, 4), 0.99]);
  });

  test('of a geometric mean is that of the logarithms', () => {
    const interval = geometricInterval(powers);
    expect(interval?.low).toBeCloseTo(Math.exp(2 - HALF), 9);
    expect(interval?.high).toBeCloseTo(Math.exp(2 + HALF), 6);
  });

  test('of fewer than three is none', () => {
    const two = powers.slice(1);
    expect([meanInterval(two), geometricInterval(two)]).toEqual([null, null]);
    expect(differenceInterval(two.map((a) => ({ a, b: a })))).toBeNull();
  });

  test('with a lower bound has no upper end', () => {
    const draws = [...powers.slice(0, 2), atLeast(Math.E ** 3)];
    expect(geometricInterval(draws)).toMatchObject({
      low: expect.closeTo(Math.exp(2 - HALF), 9),
      high: Infinity,
    });
    expect(geometricInterval([...draws, UNKNOWN])).toMatchObject(UNKNOWN);
  });

  test('takes the variance inside strata', () => {
    // Both strata differ by 100, their draws by 2: an error of √(1 + 1) ÷ 2.
    const interval = meanInterval(inStrata([1, 1, 2, 2], [1, 3, 101, 103]));
    expect(interval?.high).toBeCloseTo(52 + studentQuantile(0.95, 2) * Math.SQRT1_2, 9);
  });
});

describe('the interval of a difference', () => {
  test('with a constant is that of the other, linearised', () => {
    const interval = differenceInterval(powers.map((a) => ({ a, b: exactly(1) })));
    const mean = Math.E ** 2 - 1;
    expect(interval?.low).toBeCloseTo(mean - Math.E ** 2 * HALF, 9);
    expect(interval?.high).toBeCloseTo(mean + Math.E ** 2 * HALF, 9);
  });

  test('holds what both share: of a multiple, that of the multiple', () => {
    const interval = differenceInterval(powers.map((b) => ({ a: exactly(3 * b.low), b })));
    expect(interval?.low).toBeCloseTo(Math.E ** 2 * 2 * (1 - HALF), 9);
    // Equal numbers differ by nothing, whatever they are.
    expect(differenceInterval(powers.map((a) => ({ a, b: a })))).toMatchObject(exactly(0));
  });

  test('uses the strata of the first', () => {
    const draws = inStrata([1, 1, 2, 2], [1, 1, 9, 9]).map((a) => ({ a, b: exactly(1) }));
    expect(differenceInterval(draws)).toMatchObject({
      low: expect.closeTo(2, 12),
      high: expect.closeTo(2, 12),
    });
  });

  test('is open where one is a bound', () => {
    const [one, two, three] = [exactly(1), exactly(2), exactly(4)];
    const interval = differenceInterval([
      { a: one, b: one },
      { a: two, b: one },
      { a: atLeast(4), b: one },
    ]);
    expect(interval?.low).toBeCloseTo(2 - 1 - 2 * Math.LN2 * HALF, 9);
    expect(interval?.high).toBe(Infinity);
    const open = [one, two, three].map((a) => ({ a, b: a === one ? atLeast(1) : one }));
    expect(differenceInterval(open)?.low).toBe(-Infinity);
    expect(differenceInterval([{ a: exactly(0), b: one }, ...open])).toBeNull();
  });
});
