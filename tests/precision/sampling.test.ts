import { expect, test } from 'vitest';
import { seededRandom } from '../../packages/stats/src/seeded-random.ts';
import { logNormal, needed, resampled, sampled, tally, uniform } from './sampling.ts';
import { firstLost, modelled } from './transfer-model.ts';

test('what is drawn has the averages that it says', () => {
  const source = resampled([Math.log(1), Math.log(2), Math.log(32)]);
  expect([source.geometricMean, source.median]).toEqual([expect.closeTo(4, 12), 2]);
});

test('coverage and half-width are those of the intervals that exist', () => {
  const intervals = [{ low: 1, high: 4 }, { low: 4, high: 9 }, null];
  expect(tally(intervals, 2)).toEqual({ coverage: 0.5, half: (1 + 0.5) / 2 });
});

test('connections are enough where half an interval is narrow, and holds the truth', () => {
  // 1.96 · 0.3 ÷ √n is 0.18 of n = 10.4; the t of few is larger.
  const of = (n: number) =>
    sampled(logNormal(7, 0.3), 'geometricMean', n, { times: 1_500, random: seededRandom(5) });
  expect(needed([4, 8, 11, 14, 40], 0.2, of)).toBe(14);
  expect(needed([4, 8], 0.2, of)).toBeNull();
  expect(needed([4], 0.2, () => ({ half: 0.1, coverage: 0.92 }))).toBeNull();
});

test('the first loss has the distribution of the link', () => {
  const random = seededRandom(9);
  const firsts = Array.from({ length: 20_000 }, () => firstLost(uniform(random)));
  const within = firsts.filter((each) => each <= 100).length / firsts.length;
  // Four standard deviations.
  expect(Math.abs(within - (1 - 0.995 ** 100))).toBeLessThan(0.014);
  expect([firstLost(0), firstLost(0.004), firstLost(0.006)]).toEqual([1, 1, 2]);
});

test('a transfer that loses a packet early has a small window, and short waits', () => {
  const random = seededRandom(2);
  const mean = (u: number, of: 'y' | 'firstSecondPackets') =>
    Array.from({ length: 40 }, () => modelled(u, random)[of]).reduce((a, b) => a + b, 0) / 40;
  expect(mean(0.7, 'y') - mean(0.05, 'y')).toBeGreaterThan(Math.log(3));
  expect(mean(0.7, 'firstSecondPackets')).toBeGreaterThan(3 * mean(0.05, 'firstSecondPackets'));
});
