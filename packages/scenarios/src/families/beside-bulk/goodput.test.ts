import { expect, test } from 'vitest';
import { goodputMbps } from './goodput.ts';

const bulk = { streams: 1, beganAtMs: 1_000, binMs: 100, binBytes: [0, 0, 12_500, 25_000, 37_500] };

test('is over whole bins between the two moments', () => {
  // 12.5 kB and 25 kB in 200 ms.
  expect(goodputMbps(bulk, { fromMs: 1_200, toMs: 1_400 })).toBe(1.5);
  // Half bins at either end are left out.
  expect(goodputMbps(bulk, { fromMs: 1_150, toMs: 1_450 })).toBe(1.5);
  // Nothing is known beyond the bins.
  expect(goodputMbps(bulk, { fromMs: 0, toMs: 9_000 })).toBe(1.2);
});

test('no whole bin, no goodput', () => {
  expect(goodputMbps(bulk, { fromMs: 1_210, toMs: 1_290 })).toBeNull();
  expect(goodputMbps(bulk, { fromMs: 9_000, toMs: 9_500 })).toBeNull();
});
