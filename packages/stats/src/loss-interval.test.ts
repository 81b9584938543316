import { expect, test } from 'vitest';
import { binomialInterval } from './binomial-interval.ts';
import { lossInterval, lossVarianceFactor } from './loss-interval.ts';

test('losses in bursts vary more than independent ones', () => {
  expect(lossVarianceFactor(0.1, 1)).toBe(1);
  expect(lossVarianceFactor(0.1, 4)).toBeCloseTo(6.2, 12);
  // Runs as long as chance makes them: 1 / (1 − p).
  expect(lossVarianceFactor(0.5, 2)).toBe(1);
  expect(lossVarianceFactor(0.5, 1.5)).toBe(1);
});

test('so their interval is that of fewer packets', () => {
  const counts = { sent: 620, lost: 62 };
  const single = lossInterval({ lossFraction: 0.1, lossBurstPackets: 1 }, counts, 0.99);
  expect(single).toEqual(binomialInterval(62, 620, 0.99));
  const inBursts = lossInterval({ lossFraction: 0.1, lossBurstPackets: 4 }, counts, 0.99);
  expect(inBursts.low).toBeCloseTo(binomialInterval(10, 100, 0.99).low, 9);
  expect(inBursts.high).toBeCloseTo(binomialInterval(10, 100, 0.99).high, 9);
});
