import { expect, test } from 'vitest';
import { stratifiedMean } from './stratified-mean.ts';

const none = [null, null, null, null];

test('without strata, the error is that of the mean', () => {
  const { mean, error, degrees } = stratifiedMean([1, 3, 10, 14], none);
  // s² is 110 ÷ 3.
  expect([mean, degrees]).toEqual([7, 3]);
  expect(error).toBeCloseTo(Math.sqrt(110 / 12), 12);
  // One that has none.
  expect(stratifiedMean([1, 3, 10, 14], [0, 0, 1, undefined]).degrees).toBe(3);
});

test('with strata, it is that inside of them', () => {
  const { mean, error, degrees } = stratifiedMean([10, 1, 3, 14], [7, 2, 2, 7]);
  // (2 ÷ 2 + 8 ÷ 2) ÷ 2²; Welch's 2.4 degrees of freedom are more than there are.
  expect(mean).toBe(7);
  expect(error ** 2).toBeCloseTo(1.25, 12);
  expect(degrees).toBe(2);
});

test('strata count alike, however many draws they have', () => {
  const { mean, error, degrees } = stratifiedMean([1, 5, 10, 14, 12, 12], [1, 1, 2, 2, 2, 2]);
  expect(mean).toBe(7.5);
  // Parts (8 ÷ 2) ÷ 4 and (8 ÷ 3 ÷ 4) ÷ 4, of 1 and 3 degrees of freedom.
  expect(error ** 2).toBeCloseTo(7 / 6, 12);
  expect(degrees).toBeCloseTo((7 / 6) ** 2 / (1 / 3 + 1 / 36 / 5) - 2, 12);
});

test('strata of one draw are collapsed with their neighbours, the last three together', () => {
  const { mean, error } = stratifiedMean([1, 2, 4, 8, 9], [5, 4, 3, 2, 1]);
  // 9 and 8: their difference squared. 4, 2, 1: three times s², which is 7 ÷ 3.
  expect(mean).toBe(24 / 5);
  expect(error ** 2).toBeCloseTo((1 + 7) / 25, 12);
  // 3 takes 0, the stratum after it stands alone.
  const mixed = stratifiedMean([3, 0, 4, 6], [1, 2, 3, 3]);
  expect([mixed.mean, mixed.error ** 2]).toEqual([8 / 3, (9 + 1) / 9]);
});

test('equal draws have no error', () => {
  expect(stratifiedMean([5, 5, 5, 5], [1, 1, 2, 2])).toEqual({ mean: 5, error: 0, degrees: 2 });
});
