import { expect, test } from 'vitest';
import { plannedLosses } from './planned-losses.ts';

const INDEPENDENT = { lossFraction: 0.1, lossBurstPackets: 1 };
const BURSTS = { lossFraction: 0.1, lossBurstPackets: 4 };

test('nothing is lost before the first loss that is given, and the rest by the seed', () => {
  const bySeed = plannedLosses(INDEPENDENT, 7, 1_000);
  expect(plannedLosses(INDEPENDENT, 7, 1_000, 200)).toEqual([
    199,
    ...bySeed.filter((n) => n >= 200),
  ]);
  expect(plannedLosses(INDEPENDENT, 7, 199, 200)).toEqual([]);
  expect(plannedLosses(INDEPENDENT, 7, 1_000, Infinity)).toEqual([]);
  expect(plannedLosses({ ...INDEPENDENT, lossFraction: 0 }, 7, 1_000, 200)).toEqual([]);
});

test('a first loss in runs is followed as any loss is', () => {
  const seeds = Array.from({ length: 2_000 }, (_, seed) => seed);
  const followed = seeds.filter((seed) => plannedLosses(BURSTS, seed, 51, 50).includes(50));
  // A run goes on with probability 3/4: 1500 of 2000, ± 4 standard deviations.
  expect(Math.abs(followed.length - 1_500)).toBeLessThan(78);
});
