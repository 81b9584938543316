import { expect, test } from 'vitest';
import { ranksOf } from './ranks.ts';
import { signedRankChance } from './signed-rank.ts';

test('equal values share the mean of their ranks', () => {
  expect(ranksOf([3, 1, 3, Infinity, 2, Infinity])).toEqual([3.5, 1, 3.5, 5.5, 2, 5.5]);
});

test('the chance of pairs that all differ in one direction is that of coins', () => {
  expect(signedRankChance([1, 2, 3, 4, 5])).toBeCloseTo(2 / 2 ** 5, 12);
  expect(signedRankChance([-1, -2, -3, -4, -5, -6, -7, -8, -9, -10])).toBeCloseTo(2 / 2 ** 10, 12);
});

test('one small difference in the other direction changes little, a large one much', () => {
  // R: wilcox.test(c(-.1,1,2,3,4,5,6,7,8,9), exact=TRUE) has p-value = 0.003906.
  expect(signedRankChance([-0.1, 1, 2, 3, 4, 5, 6, 7, 8, 9])).toBeCloseTo(0.003906, 5);
  expect(signedRankChance([-10, 1, 2, 3, 4, 5, 6, 7, 8, 9])).toBeCloseTo(0.083984, 5);
});

test('differences of nothing say nothing', () => {
  expect(signedRankChance([0, 0, 0])).toBe(1);
  expect(signedRankChance([0, 0, 1, 2, 3, 4, 5])).toBeCloseTo(2 / 2 ** 5, 12);
});
