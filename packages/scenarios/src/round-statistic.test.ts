import { CENSORED } from '@holbench/stats/censored';
import { expect, test } from 'vitest';
import { roundStatistic } from './round-statistic.ts';

const upTo = (n: number) => Array.from({ length: n }, (_, index) => n - index);

test('a percentile of a round is its nearest rank, over all operations', () => {
  expect(roundStatistic([4, 1, 3, 2], 'p50')).toEqual({ value: 2, n: 4, failed: 0 });
  expect(roundStatistic(upTo(20), 'p95')).toEqual({ value: 19, n: 20, failed: 0 });
  expect(roundStatistic([1, 2, CENSORED], 'p50')).toEqual({ value: 2, n: 3, failed: 1 });
});

test('a round that cannot support a percentile has none, however many there are', () => {
  expect(roundStatistic([1], 'p50')).toMatchObject({ value: null, n: 1 });
  expect(roundStatistic(upTo(19), 'p95')).toEqual({
    value: null,
    n: 19,
    failed: 0,
    lacks: 'n too small (n=19, needs 20 a round)',
  });
  expect(roundStatistic(upTo(99), 'p99')).toMatchObject({ value: null });
  expect(roundStatistic([], 'p50')).toBeNull();
});

test('a percentile that falls on an unanswered operation is a lower bound, or none', () => {
  const most = [1, CENSORED, CENSORED];
  expect(roundStatistic(most, 'p50', 20_000)).toEqual({
    value: 20_000,
    n: 3,
    failed: 2,
    censored: true,
  });
  expect(roundStatistic(most, 'p50')).toEqual({
    value: null,
    n: 3,
    failed: 2,
    lacks: 'no p50: 2 of 3 unanswered',
  });
});

test('means and extremes are of those that succeeded, and say so', () => {
  const values = [4, 1, CENSORED];
  const of = { n: 3, failed: 1, survivors: true };
  expect(roundStatistic(values, 'mean')).toEqual({ value: 2.5, ...of });
  expect(roundStatistic(values, 'minimum')).toEqual({ value: 1, ...of });
  expect(roundStatistic(values, 'maximum')).toEqual({ value: 4, ...of });
  expect(roundStatistic([4, 1], 'mean')).toEqual({ value: 2.5, n: 2, failed: 0 });
  expect(roundStatistic([CENSORED], 'mean')).toMatchObject({ value: null, n: 1, failed: 1 });
});
