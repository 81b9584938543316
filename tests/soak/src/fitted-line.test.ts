import { seededRandom } from '@holbench/stats/seeded-random';
import { expect, test } from 'vitest';
import { fitLine } from './fitted-line.ts';

test('a line is found as it is', () => {
  const line = fitLine([0, 1, 2, 5].map((x) => [x, 3 - 2 * x]));
  expect(line?.slope).toBeCloseTo(-2, 12);
  expect(line?.intercept).toBeCloseTo(3, 12);
  expect(line?.slopeError).toBeCloseTo(0, 12);
});

test('the slope and its interval are those of the formulas, by hand', () => {
  const ys = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8];
  const line = fitLine(ys.map((y, x) => [x, y]));
  // Standard error 0.1212121, times t(0.975, 8) = 2.306004.
  expect(line?.slope).toBeCloseTo(0.939394, 6);
  expect(line?.slopeError).toBeCloseTo(0.279516, 3);
});

test.each([3, 5, 12, 40])('of %i points, 95 of 100 intervals hold the slope', (count) => {
  const random = seededRandom(7);
  const uniform = (): number => random.below(1_000_000) / 1_000_000;
  const normal = (): number => Array.from({ length: 12 }, uniform).reduce((a, b) => a + b) - 6;
  let held = 0;
  for (let time = 0; time < 4_000; time++) {
    const line = fitLine(Array.from({ length: count }, (_, x) => [x, 2 * x + 5 * normal()]));
    if (line && Math.abs(line.slope - 2) <= line.slopeError) held++;
  }
  expect(held / 4_000).toBeGreaterThan(0.94);
  expect(held / 4_000).toBeLessThan(0.96);
});

test('two points have a line, and say nothing of its uncertainty', () => {
  expect(
    fitLine([
      [0, 1],
      [1, 2],
    ]),
  ).toBeNull();
  expect(
    fitLine([
      [1, 1],
      [1, 2],
      [1, 3],
    ]),
  ).toBeNull();
});
