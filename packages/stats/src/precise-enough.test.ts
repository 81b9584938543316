import { describe, expect, test } from 'vitest';
import { type Distribution, logNormal, shareOf, twoRegimes } from '../fixtures/simulated.ts';
import { sorted } from '../fixtures/sorted.ts';
import { CENSORED } from './censored.ts';
import { medianInterval } from './median-interval.ts';
import { FEWEST_TO_STOP, halfWidth, isPreciseEnough, STOPPED_LEVEL } from './precise-enough.ts';

const TEN_PER_CENT = { share: 0.1, toleranceAbs: 0 };
const near = (value: number, rounds: number) =>
  Array.from({ length: rounds }, (_, round) => value + (round % 2));

describe('precise enough', () => {
  test('is a narrow interval of all rounds and of all but the last', () => {
    expect(isPreciseEnough(near(100, FEWEST_TO_STOP - 1), TEN_PER_CENT)).toBe(false);
    expect(isPreciseEnough(near(100, FEWEST_TO_STOP), TEN_PER_CENT)).toBe(true);
    expect(isPreciseEnough([...near(100, 6), 200], TEN_PER_CENT)).toBe(false);
    expect(isPreciseEnough([200, ...near(100, 8)], TEN_PER_CENT)).toBe(false);
    expect(isPreciseEnough([200, ...near(100, 9)], TEN_PER_CENT)).toBe(true);
  });

  test('is so within the tolerance, too, where the median is near 0', () => {
    const delays = [-2, -1, 0, 0, 1, 2, 3];
    expect(isPreciseEnough(delays, TEN_PER_CENT)).toBe(false);
    expect(isPreciseEnough(delays, { share: 0.1, toleranceAbs: 5 })).toBe(true);
  });

  test('is no interval without an end', () => {
    expect(
      isPreciseEnough(
        Array.from({ length: 9 }, () => CENSORED),
        TEN_PER_CENT,
      ),
    ).toBe(false);
    expect(isPreciseEnough([...near(100, 7), CENSORED, CENSORED], TEN_PER_CENT)).toBe(false);
  });
});

test('half of the interval, in the unit of the values', () => {
  // The interval of six values is their range.
  expect(halfWidth([90, 100, 100, 100, 100, 110])).toBe(10);
  expect(halfWidth([100, 100, 100, 100, 100])).toBeNull();
  expect(halfWidth([90, 100, 100, 100, 100, CENSORED])).toBeNull();
});

const MOST = 40;

/** The rounds of a run that ends when it is precise enough. */
function stopped(of: Distribution, random: Parameters<Distribution['draw']>[0]): number[] {
  const values: number[] = [];
  while (values.length < MOST && !isPreciseEnough(values, TEN_PER_CENT))
    values.push(of.draw(random));
  return values;
}

test.each([logNormal(0.1), logNormal(0.25), twoRegimes])(
  'after stopping, the interval holds the median of $name as often as claimed',
  (of) => {
    const covered = shareOf(3_000, (random) => {
      const interval = medianInterval(sorted(stopped(of, random)));
      return interval !== null && interval.low <= of.median && of.median <= interval.high;
    });
    expect(Math.abs(covered - STOPPED_LEVEL)).toBeLessThan(0.02);
  },
);
