import { expect, test } from 'vitest';
import { firstLostPacket, lossProbabilities } from './gilbert.ts';

test('independent losses need one probability', () => {
  expect(lossProbabilities(0.5, 1)).toEqual([0.5]);
});

test('a burst ends after its mean length, and begins as often as the mean loss asks for', () => {
  const [begin = 0, goOn = 0] = lossProbabilities(0.05, 4);
  expect(goOn).toBe(0.75);
  expect(begin).toBeCloseTo(0.05 / 3.8, 12);
  // Share of the lossy state in the chain's balance.
  expect(begin / (begin + 1 - goOn)).toBeCloseTo(0.05, 12);
});

// Loss, length of runs, probability that a run begins.
test.each([
  [0.005, 1, 0.005],
  [0.1, 4, 0.1 / 3.6],
  [0.5, 1, 0.5],
])(
  'uniform quantiles give first losses of the geometric distribution: %d in runs of %d',
  (lossFraction, lossBurstPackets, begin) => {
    const firsts = Array.from({ length: 10_000 }, (_, i) =>
      firstLostPacket({ lossFraction, lossBurstPackets }, (i + 0.5) / 10_000),
    );
    expect(Math.min(...firsts)).toBe(1);
    for (const k of [1, 2, 3, 10, 100, 1_000]) {
      const share = firsts.filter((first) => first <= k).length / firsts.length;
      // To half a step of the quantiles, and rounding.
      expect(Math.abs(share - (1 - (1 - begin) ** k))).toBeLessThan(0.000_051);
    }
  },
);

test('the first loss is the first packet at the least, and never comes where nothing is lost', () => {
  const first = (lossFraction: number, quantile: number, lossBurstPackets = 1) =>
    firstLostPacket({ lossFraction, lossBurstPackets }, quantile);
  expect(first(0.005, 0)).toBe(1);
  expect(first(1, 0.999)).toBe(1);
  // ln 0.5 ÷ ln 0.995 = 138.3.
  expect(first(0.005, 0.5)).toBe(139);
  expect(first(0, 0)).toBe(Infinity);
  expect(first(0, 0.5, 4)).toBe(Infinity);
  expect(first(1e-9, 0.5)).toBe(693_147_181);
  expect(first(1e-9, 0.9)).toBe(Infinity);
  expect(() => first(0.1, 1)).toThrow(RangeError);
  expect(() => first(0.1, -0.1)).toThrow(RangeError);
  expect(() => first(0, Number.NaN)).toThrow(RangeError);
});
