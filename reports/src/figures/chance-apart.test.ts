import { medianInterval } from '@holbench/stats/median-interval';
import { seededRandom } from '@holbench/stats/seeded-random';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { expect, test } from 'vitest';
import { chanceApart } from './chance-apart.ts';

test('where intervals reach over all rounds it is 2 in C(2R, R)', () => {
  // 924, 3432 and 12870 ways to choose half of the rounds.
  expect([6, 7, 8].map((rounds) => Math.round(2 / chanceApart(rounds, rounds)))).toEqual([
    924, 3_432, 12_870,
  ]);
  expect(2 / chanceApart(6, 8)).toBeCloseTo(3_003);
});

test('more rounds do not make it as rare as all of one above all of the other', () => {
  expect(chanceApart(9, 9)).toBeGreaterThan(chanceApart(8, 8));
  expect(chanceApart(6, 9)).toBeCloseTo(chanceApart(9, 6), 12);
});

test.each([
  [6, 6],
  [9, 9],
  [9, 12],
  [20, 20],
])('so often are %i and %i equal rounds apart', (a, b) => {
  const source = seededRandom(1);
  const interval = (rounds: number) => {
    const sorted = sortSamples(Array.from({ length: rounds }, () => source.below(1_000_000_007)));
    return sorted && medianInterval(sorted);
  };
  const pairs = 20_000;
  let found = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    const [one, other] = [interval(a), interval(b)];
    if (one && other && (one.low > other.high || other.low > one.high)) found += 1;
  }
  const chance = chanceApart(a, b);
  // Within four standard errors of the share.
  expect(Math.abs(found / pairs - chance)).toBeLessThan(4 * Math.sqrt(chance / pairs));
});
