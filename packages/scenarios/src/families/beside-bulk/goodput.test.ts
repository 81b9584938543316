import { expect, test } from 'vitest';
import { movedUntil } from './goodput.ts';

const bulk = { streams: 1, beganAtMs: 1_000, binMs: 100, binBytes: [0, 0, 12_500, 25_000, 37_500] };

test('what has moved is that of the bins that have ended', () => {
  expect([0, 1_299, 1_300, 1_450, 9_000].map((ms) => movedUntil(bulk, ms))).toEqual([
    0, 0, 12_500, 37_500, 75_000,
  ]);
});
