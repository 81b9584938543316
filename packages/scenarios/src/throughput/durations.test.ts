import { expect, test } from 'vitest';
import { percentileOf } from './durations.ts';

test('is the order statistic of the counted durations', () => {
  // 0.10 ms 50 times, 0.20 ms 49 times, 7 ms once.
  const durations: [number, number][] = [
    [10, 50],
    [20, 49],
    [700, 1],
  ];
  expect(percentileOf(durations, 0.5)).toBeCloseTo(0.1, 12);
  expect(percentileOf(durations, 0.51)).toBeCloseTo(0.2, 12);
  expect(percentileOf(durations, 0.99)).toBeCloseTo(0.2, 12);
  expect(percentileOf([...durations, [800, 1]], 0.99)).toBeCloseTo(7, 12);
});

test('needs as many operations as a percentile of samples', () => {
  expect(percentileOf([], 0.5)).toBeNull();
  expect(percentileOf([[10, 1]], 0.5)).toBeNull();
  expect(percentileOf([[10, 2]], 0.5)).toBeCloseTo(0.1, 12);
  expect(percentileOf([[10, 99]], 0.99)).toBeNull();
  expect(percentileOf([[10, 100]], 0.99)).toBeCloseTo(0.1, 12);
});
