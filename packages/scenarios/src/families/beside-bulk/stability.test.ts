import { expect, test } from 'vitest';
import { isStable, LEAST_INTERVALS } from './stability.ts';

const steady = Array.from({ length: LEAST_INTERVALS }, () => 100);

test('a constant goodput is stable as soon as four moving averages are there', () => {
  expect(isStable(steady, 0.05)).toBe(true);
  expect(isStable(steady.slice(1), 0.05)).toBe(false);
});

test('the last four moving averages count, not what was before', () => {
  expect(isStable([5_000, 0, 1, ...steady], 0.05)).toBe(true);
});

test('one that still grows is not stable', () => {
  // Moving averages 25, 50, 75, 100: their standard deviation is 27.95.
  const growing = [0, 0, 0, 100, 100, 100, 100];
  expect(isStable(growing, 0.2795)).toBe(false);
  expect(isStable(growing, 0.2796)).toBe(true);
});

test('one that stands still is not stable', () => {
  expect(
    isStable(
      steady.map(() => 0),
      0.05,
    ),
  ).toBe(false);
});
