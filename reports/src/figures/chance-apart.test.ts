import { bootstrapInterval } from '@holbench/stats/bootstrap';
import { seededRandom } from '@holbench/stats/seeded-random';
import { median } from '@holbench/stats/statistics';
import { expect, test } from 'vitest';
import { chanceApart } from './chance-apart.ts';

test('medians of one number a round come apart by chance 2 in C(2R, R) times, up to five rounds', () => {
  expect([2, 3, 4, 5].map((rounds) => 2 / chanceApart(rounds, rounds))).toEqual([6, 20, 70, 252]);
  expect(2 / chanceApart(4, 5)).toBeCloseTo(126);
});

test('medians of all operations come apart more often from four rounds on', () => {
  expect([2, 3].map((rounds) => 2 / chanceApart(rounds, rounds, 'pooled'))).toEqual([6, 20]);
  expect([4, 5].map((rounds) => chanceApart(rounds, rounds, 'pooled'))).toEqual([0.06, 0.06]);
});

test('more rounds do not make it as rare as all of one above all of the other', () => {
  expect([6, 8].map((rounds) => chanceApart(rounds, rounds))).toEqual([0.03, 0.03]);
  expect(chanceApart(2, 6)).toBeCloseTo(2 / 28);
});

test.each([
  { rounds: 4, perRound: 1 },
  { rounds: 5, perRound: 1 },
  { rounds: 7, perRound: 1 },
  { rounds: 3, perRound: 20 },
  { rounds: 4, perRound: 20 },
])('so often are $rounds equal rounds of $perRound apart', ({ rounds, perRound }) => {
  const source = seededRandom(1);
  const random = () => source.below(1_000_000_007);
  const pairs = 400;
  const interval = () =>
    bootstrapInterval(
      Array.from({ length: rounds }, () => Array.from({ length: perRound }, random)),
      median,
    );
  let found = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    const [one, other] = [interval(), interval()];
    if (one && other && (one.low > other.high || other.low > one.high)) found += 1;
  }
  const chance = chanceApart(rounds, rounds, perRound === 1 ? 'perRound' : 'pooled');
  // Within four standard errors of the share.
  const error = 4 * Math.sqrt((chance * (1 - chance)) / pairs);
  expect(Math.abs(found / pairs - chance)).toBeLessThan(error);
});
