import type { ProbePhase } from '@holbench/results/sample';
import { seededRandom, shuffled } from '@holbench/stats/seeded-random';
import { expect, test } from 'vitest';
import {
  armedSeed,
  connectionSeed,
  lossesSeed,
  phasesSeed,
  scheduleSeed,
  strataOf,
  strataSeed,
} from './cell-seeds.ts';

const PHASES: readonly ProbePhase[] = ['alone', 'same', 'other'];
/** The first three rounds of `--seed 2`. */
const SEEDS = [2, 1_000_002, 2_000_002];

test('--seed 2 draws the losses that it drew before names changed', () => {
  // Written down at commit 30c05369, where these were 4g, self, foreign, 1a, 3g and 5h.
  expect(SEEDS.map((seed) => lossesSeed('reference-4g', seed, { phase: 'same' }))).toEqual([
    2_066_555_909, 2_061_828_840, 776_755_825,
  ]);
  expect(lossesSeed('reference-4g+loss=1%', 2, { phase: 'other' })).toBe(1_071_443_173);
  expect(lossesSeed('reference-4g', 2, { scenario: '1a' })).toBe(867_572_469);
  expect(lossesSeed('reference-3g', 2, { scenario: 'connect' })).toBe(1_658_871_774);
});

test('and the same orders of phases, and moments of messages', () => {
  const orders = SEEDS.map((seed) =>
    shuffled(PHASES, seededRandom(phasesSeed('reference-4g', seed))),
  );
  expect(orders).toEqual([
    ['alone', 'same', 'other'],
    ['alone', 'other', 'same'],
    ['alone', 'other', 'same'],
  ]);
  const cell = 'reference-4g/node-ws/download-text+other-load=constant/0';
  expect(scheduleSeed(cell, 2, 'alone')).toBe(1_760_889_340);
  expect(phasesSeed('reference-4g', 2)).not.toBe(phasesSeed('reference-3g', 2));
});

test('connections have each stratum once, and a quantile inside it', () => {
  for (const connections of [0, 1, 2, 7, 40]) {
    const strata = strataOf(5, connections);
    expect(strata.map(({ stratum }) => stratum).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: connections }, (_, j) => j),
    );
    for (const { stratum, firstLoss } of strata) {
      expect(firstLoss).toBeGreaterThanOrEqual(stratum / connections);
      expect(firstLoss).toBeLessThan((stratum + 1) / connections);
    }
  }
});

test('a seed draws the same strata again, and each quantile is uniform in each place', () => {
  expect(strataOf(5, 10)).toEqual(strataOf(5, 10));
  expect(strataOf(5, 10)).not.toEqual(strataOf(6, 10));
  const rounds = Array.from({ length: 2_000 }, (_, seed) =>
    strataOf(strataSeed('reference-4g', seed), 5),
  );
  for (const place of [0, 4]) {
    // Tenths of [0, 1): 200 of 2000 each, ± 4.5 standard deviations.
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const strata of rounds) {
      const tenth = Math.floor(10 * (strata[place]?.firstLoss ?? NaN));
      tenths[tenth] = (tenths[tenth] ?? NaN) + 1;
    }
    expect(Math.max(...tenths.map((times) => Math.abs(times - 200)))).toBeLessThan(61);
  }
});

test('losses of connections differ from each other, and from those of phases', () => {
  const drawn = Array.from({ length: 20 }, (_, n) => connectionSeed('reference-4g', 2, n));
  const connections = drawn.flatMap((seed) => [
    seed,
    armedSeed(seed),
    lossesSeed('reference-4g', 2, { connection: seed }),
  ]);
  const others = [
    connectionSeed('reference-4g', 1_000_002, 0),
    connectionSeed('reference-3g', 2, 0),
    strataSeed('reference-4g', 2),
    lossesSeed('reference-4g', 2, { phase: 'same' }),
    phasesSeed('reference-4g', 2),
  ];
  expect(new Set([...connections, ...others]).size).toBe(65);
});
