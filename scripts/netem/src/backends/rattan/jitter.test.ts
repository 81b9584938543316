import { expect, test } from 'vitest';
import { delayTrace } from './jitter.ts';

function delaysMs(...settings: Parameters<typeof delayTrace>): number[] {
  return [...delayTrace(...settings).matchAll(/"delay":"(\d+)ns"/g)].map(
    ([, ns]) => Number(ns) / 1e6,
  );
}

test('delays have the mean and the standard deviation asked for', () => {
  const delays = delaysMs(50, 5, 1);
  const mean = delays.reduce((sum, delay) => sum + delay, 0) / delays.length;
  const variance = delays.reduce((sum, delay) => sum + (delay - mean) ** 2, 0) / delays.length;
  // Four standard errors of 3000 samples.
  expect(Math.abs(mean - 50)).toBeLessThan((4 * 5) / Math.sqrt(3000));
  expect(Math.abs(Math.sqrt(variance) - 5)).toBeLessThan((4 * 5) / Math.sqrt(6000));
});

test('the same seed gives the same delays, another seed others', () => {
  expect(delayTrace(50, 5, 1)).toBe(delayTrace(50, 5, 1));
  expect(delayTrace(50, 5, 1)).not.toBe(delayTrace(50, 5, 2));
});

test('no delay is below zero', () => {
  expect(Math.min(...delaysMs(1, 5, 1))).toBe(0);
});
