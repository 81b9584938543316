import { describe, expect, test } from 'vitest';
import { type Distribution, drawn, logNormal, normal, shareOf } from '../fixtures/simulated.ts';
import { sorted } from '../fixtures/sorted.ts';
import { lowerRegime } from './two-regimes.ts';

/** As latencies in ms: 1 ms or 5 %. */
const least = (smaller: number) => Math.max(1, 0.05 * Math.abs(smaller));
const split = (...values: number[]) => lowerRegime(sorted(values), least);

describe('two regimes', () => {
  test('are two groups of two or more, three times apart', () => {
    expect(split(1_560, 19_886, 2_862, 19_888)).toBe(2);
    expect(split(100, 110, 120, 330, 340)).toBeNull();
    expect(split(100, 110, 120, 360, 340)).toBeNull();
    expect(split(100, 110, 360, 370)).toBe(2);
  });

  test('are not one round that differs, nor three rounds', () => {
    expect(split(100, 110, 120, 20_000)).toBeNull();
    expect(split(1, 100, 110, 120)).toBeNull();
    expect(split(1, 1, 20_000)).toBeNull();
  });

  test('split at the largest factor', () => {
    expect(split(1, 2, 100, 110, 20_000, 20_000)).toBe(4);
  });

  test('around 0 differ by more than the least difference, and three times that', () => {
    expect(split(-0.9, -0.2, 0.3, 0.8)).toBeNull();
    expect(split(-1, 0, 2.5, 2.8)).toBeNull();
    expect(split(-1, 0, 900, 950)).toBe(2);
    expect(lowerRegime(sorted([0, 0, 16, 17]), () => 5.5)).toBeNull();
    expect(lowerRegime(sorted([0, 0, 17, 17]), () => 5.5)).toBe(2);
  });
});

/** Numbers of one regime: with the spread of latencies, and around no delay (least: 5 % of 110 ms). */
const LATENCIES = logNormal(0.3);
const DELAYS: Distribution = {
  name: 'delays of 0 ± 5 ms',
  median: 0,
  draw: (random) => (normal.draw(random) - normal.median) / 2,
};

test.each([4, 6, 8, 10, 20])('fewer than 1 in 1000 of %i rounds of one regime split', (rounds) => {
  const alarms = (of: Distribution, leastOf: (smaller: number) => number) =>
    shareOf(4_000, (random) => lowerRegime(sorted(drawn(of, rounds, random)), leastOf) !== null);
  expect(alarms(LATENCIES, (smaller) => 0.05 * smaller)).toBeLessThan(0.001);
  expect(alarms(DELAYS, () => 5.5)).toBeLessThan(0.001);
});
