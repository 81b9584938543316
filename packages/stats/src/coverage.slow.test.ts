import { describe, expect, test } from 'vitest';
import { drawn, logNormal, normal, shareOf, twoRegimes } from '../fixtures/simulated.ts';
import { type Draw, geometricInterval } from './geometric-mean.ts';
import { exactly, type RoundNumber } from './round-number.ts';
import { intervalOfRounds, rangeLevel } from './median-interval.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { shiftInterval } from './shift-interval.ts';

/** Simulations: how often an interval holds what it is of. */

describe.each([4, 6, 10, 20])('of %i rounds', (rounds) => {
  test.each([normal, logNormal(1), twoRegimes])('the interval of $name has its level', (of) => {
    const covered = shareOf(4_000, (random) => {
      const samples = drawn(of, rounds, random);
      // Of fewer than six rounds the report prints the points, and the level of their range.
      const range = { low: Math.min(...samples), high: Math.max(...samples) };
      const interval = intervalOfRounds(samples.map(exactly)) ?? range;
      return interval.low <= of.median && of.median <= interval.high;
    });
    const level = intervalOfRounds(drawn(of, rounds, seededRandom(1)).map(exactly))?.level;
    expect(Math.abs(covered - (level ?? rangeLevel(rounds)))).toBeLessThan(0.02);
  });
});

describe.each([4, 8, 10])('%i rounds on each side', (rounds) => {
  test.each([normal, logNormal(1), twoRegimes])(
    'of $name hold a shift as often as claimed',
    (of) => {
      const shift = 3;
      const draw = (random: SeededRandom): RoundNumber[] => drawn(of, rounds, random).map(exactly);
      const held = shareOf(3_000, (random) => {
        const moved = draw(random).map(({ low }) => exactly(low + shift));
        const interval = shiftInterval(moved, draw(random));
        return interval !== null && interval.low <= shift && shift <= interval.high;
      });
      const level = shiftInterval(draw(seededRandom(1)), draw(seededRandom(2)))?.level ?? 0;
      expect(Math.abs(held - level)).toBeLessThan(0.015);
    },
  );
});

describe.each([3, 6, 10, 40])('of %i connections', (connections) => {
  const holdsMean = (mean: number, drawsOf: (random: SeededRandom) => Draw[]) =>
    shareOf(8_000, (random) => {
      const interval = geometricInterval(drawsOf(random));
      return interval !== null && interval.low <= mean && mean <= interval.high;
    });

  test.each([logNormal(0.3), logNormal(1.4)])(
    'the interval of the geometric mean of $name has its level',
    (of) => {
      const held = holdsMean(1, (random) => drawn(of, connections, random).map(exactly));
      expect(Math.abs(held - 0.95)).toBeLessThan(0.015);
    },
  );

  /** The logarithm follows the stratum, as a wait its first loss: one draw of each. */
  const stratified = (slope: number) => (random: SeededRandom) =>
    drawn(logNormal(1), connections, random).map((value, stratum): Draw => {
      const u = (stratum + random.below(1_000) / 1_000) / connections;
      return { ...exactly(value * Math.exp(slope * (u - 0.4995))), stratum };
    });

  test('strata that explain nothing cost two points at most', () => {
    expect(Math.abs(holdsMean(1, stratified(0)) - 0.95)).toBeLessThan(0.02);
  });

  test('strata that explain much do not make it too narrow', () => {
    expect(holdsMean(1, stratified(4))).toBeGreaterThan(0.94);
  });
});
