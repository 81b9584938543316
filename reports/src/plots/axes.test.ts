import { expect, test } from 'vitest';
import { logDomain, logTicks } from './axes.ts';

test('ticks are round, and few', () => {
  expect(logTicks([45, 700])).toEqual([50, 100, 200, 500]);
  // 150, 200, 300, 400, 500 and 700 are few, but 400 would touch 500.
  expect(logTicks([124, 950])).toEqual([200, 500]);
  expect(logTicks([90, 115])).toEqual([90, 95, 100, 110]);
  expect(logTicks([58, 92])).toEqual([60, 70, 80, 90]);
  expect(logTicks([0.5, 20_000], 5)).toEqual([1, 10, 100, 1_000, 10_000]);
  expect(logTicks([0.5, 20_000], 4)).toEqual([1, 100, 10_000]);
});

test('a domain holds what a logarithm has, with some air', () => {
  expect(logDomain([12, 0, 120])).toEqual([10, 144]);
  expect(logDomain([0])).toBeNull();
  expect(logDomain([])).toBeNull();
});
