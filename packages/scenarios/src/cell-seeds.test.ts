import type { ProbePhase } from '@holbench/results/sample';
import { seededRandom, shuffled } from '@holbench/stats/seeded-random';
import { expect, test } from 'vitest';
import { lossesSeed, phasesSeed, scheduleSeed } from './cell-seeds.ts';

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
