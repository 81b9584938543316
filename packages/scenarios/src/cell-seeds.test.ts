import { expect, test } from 'vitest';
import {
  armedSeed,
  connectionSeed,
  lossesSeed,
  scheduleSeed,
  strataOf,
  strataSeed,
} from './cell-seeds.ts';

test('--seed 2 draws the losses that it always drew', () => {
  // Written down at commit 30c05369, where these were 4g, 1a, 3g and 5h.
  expect(lossesSeed('reference-4g', 2, { scenario: '1a' })).toBe(867_572_469);
  expect(lossesSeed('reference-3g', 2, { scenario: 'connect' })).toBe(1_658_871_774);
});

test('and the same moments of messages', () => {
  expect(scheduleSeed('reference-4g/node-ws/download-text/0', 2, 'alone')).toBe(1_628_966_032);
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

test('losses of connections differ from each other, and from those of cells', () => {
  const drawn = Array.from({ length: 20 }, (_, n) => connectionSeed('reference-4g', 2, n));
  const connections = drawn.flatMap((seed) => [
    seed,
    armedSeed(seed),
    lossesSeed('reference-4g', 2, { connectionSeed: seed }),
  ]);
  const others = [
    connectionSeed('reference-4g', 1_000_002, 0),
    connectionSeed('reference-3g', 2, 0),
    strataSeed('reference-4g', 2),
    lossesSeed('reference-4g', 2, { scenario: 'connect' }),
  ];
  expect(new Set([...connections, ...others]).size).toBe(64);
});
