import { describe, expect, test } from 'vitest';
import { atLeast, exactly, type RoundNumber, UNKNOWN, withUnknown } from './round-number.ts';
import { delayToleranceMs } from './least-latency-difference.ts';
import { GEOMETRIC_MEAN, MEDIAN } from './average.ts';
import { INTERVAL_SAMPLES } from './median-interval.ts';
import { halfWidth, precisionOf } from './precise-enough.ts';

/** The fewest rounds after which a run may end. */
const FEWEST_TO_STOP = INTERVAL_SAMPLES + 1;

const of = (values: readonly number[]): RoundNumber[] => values.map(exactly);
const bounds = (count: number, value = 20_000): RoundNumber[] =>
  Array.from({ length: count }, () => atLeast(value));
const near = (value: number, rounds: number) =>
  of(Array.from({ length: rounds }, (_, round) => value + (round % 2)));
const precision = (...parts: readonly RoundNumber[][]) =>
  precisionOf(parts.flat(), 0.1, delayToleranceMs);

describe('a figure is known', () => {
  test('by a narrow interval of all rounds and of all but the last', () => {
    expect(precision(near(100, FEWEST_TO_STOP - 1))).toBe('open');
    expect(precision(near(100, FEWEST_TO_STOP))).toBe('narrow');
    expect(precision(near(100, 6), of([200]))).toBe('open');
    expect(precision(of([200]), near(100, 8))).toBe('open');
    expect(precision(of([200]), near(100, 9))).toBe('narrow');
  });

  test('by one within the tolerance, where the median is near 0', () => {
    const delays = of([-2, -1, 0, 0, 1, 2, 3]);
    expect(precision(delays)).toBe('open');
    // 5 % of 110 ms.
    expect(precision(delays.map((delay) => ({ ...delay, base: 110 })))).toBe('narrow');
  });

  test('as a lower bound, where even the lower end of the interval is one', () => {
    expect(precision(bounds(FEWEST_TO_STOP - 1))).toBe('open');
    expect(precision(bounds(FEWEST_TO_STOP))).toBe('bound');
    // Of nine and ten rounds the interval is without the lowest and the highest.
    expect(precision(of([15_000]), bounds(8))).toBe('open');
    expect(precision(of([15_000]), bounds(9))).toBe('bound');
  });

  test('not by an interval that has no upper end', () => {
    expect(precision(of([10_000]), near(12_000, 8), bounds(2))).toBe('open');
  });

  test('with unknown rounds at both ends of its interval', () => {
    expect(precision([UNKNOWN], near(100, 8))).toBe('open');
    // Of nine and ten rounds the interval is without the lowest and the highest.
    expect(precision([UNKNOWN], near(100, 9))).toBe('narrow');
    expect(precision([UNKNOWN, UNKNOWN], near(100, 9))).toBe('open');
    // No number of rounds would tell.
    expect(precision(withUnknown(near(100, 3), 4))).toBe('unknown');
    expect(precision(withUnknown(near(100, 8), 4), bounds(8))).toBe('open');
  });

  test('of connections by that of their geometric mean, without those of the last round, too', () => {
    const ofConnections = (numbers: readonly RoundNumber[], last: number) =>
      precisionOf(numbers, 0.2, () => 0, { average: GEOMETRIC_MEAN, last });
    const all = of([90, 100, 110, 90, 100, 110]);
    expect(ofConnections(all, 3)).toBe('open');
    expect(ofConnections([...all, ...of([100])], 1)).toBe('narrow');
    expect(ofConnections([...all, ...bounds(2)], 1)).toBe('open');
    expect(ofConnections([...all, ...bounds(7)], 1)).toBe('bound');
  });

  test('a ratio by a share of it alone', () => {
    const ratios = of([0.8, 0.9, 1, 1, 1, 1.1, 1.2]);
    expect(precisionOf(ratios, 0.1, () => 0)).toBe('open');
    expect(precisionOf(ratios, 0.3, () => 0)).toBe('narrow');
  });
});

test('half of the interval, in the unit of the values', () => {
  // The interval of six values is their range.
  expect(halfWidth(of([90, 100, 100, 100, 100, 110]), MEDIAN)).toBe(10);
  expect(halfWidth(of([100, 100, 100, 100, 100]), MEDIAN)).toBeNull();
  expect(halfWidth([...of([90, 100, 100, 100, 100]), ...bounds(1)], MEDIAN)).toBeNull();
});
