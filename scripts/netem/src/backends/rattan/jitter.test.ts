import { expect, test } from 'vitest';
import { sideWith } from '../../../fixtures/test-profiles.ts';
import { delayTrace } from './jitter.ts';

const trace = (delayMs: number, jitterMs: number, seed: number) =>
  delayTrace(sideWith({ delayMs, jitterMs }), seed);

function delaysMs(...settings: Parameters<typeof trace>): number[] {
  return [...trace(...settings).matchAll(/"delay":"(\d+)ns"/g)].map(([, ns]) => Number(ns) / 1e6);
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
  expect(trace(50, 5, 1)).toBe(trace(50, 5, 1));
  expect(trace(50, 5, 1)).not.toBe(trace(50, 5, 2));
});

test('no delay is below zero', () => {
  expect(Math.min(...delaysMs(1, 5, 1))).toBe(0);
});

test('a delay lasts longer than any of them, so that a packet leaves before the second change', () => {
  const stepMs = (delayMs: number, jitterMs: number) =>
    Number(/"duration":"(\d+)ms"/.exec(trace(delayMs, jitterMs, 1))?.[1]);
  expect(stepMs(45, 3)).toBe(100);
  expect(stepMs(45, 20)).toBe(165);
  expect(stepMs(45, 20)).toBeGreaterThan(Math.max(...delaysMs(45, 20, 1)));
});
