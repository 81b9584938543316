import { expect, test } from 'vitest';
import { exactly } from '@holbench/stats/round-number';
import { MEDIAN } from '@holbench/stats/average';
import { pairedByRound, pairedRatio } from './pairs.ts';

const of = (run: string, seed: number, value: number) => ({ run, seed, ...exactly(value) });

test('a ratio is the median over the rounds that both have, not that of the medians', () => {
  const slow = [of('r', 1, 30), of('r', 2, 10), of('r', 3, 99)];
  const fast = [of('r', 2, 8), of('r', 1, 10), of('r', 4, 1)];
  expect(pairedRatio(slow, fast, MEDIAN).value).toBe(2.125);
});

test('a pair shares its run where both runs have the seed, else its seed alone', () => {
  const a = [of('one', 1, 20), of('two', 1, 30)];
  const b = [of('two', 1, 10), of('one', 1, 5)];
  expect(pairedByRound(a, b)).toEqual([
    [a[0], b[1]],
    [a[1], b[0]],
  ]);
  expect(pairedByRound(a, [of('shard', 1, 10)])).toHaveLength(2);
});

test('nothing in common has no ratio, nor has a time of 0 ms a multiple', () => {
  expect(pairedRatio([of('r', 1, 3)], [of('r', 2, 3)], MEDIAN).value).toBeNull();
  const [a, b] = [
    [of('r', 1, 3), of('r', 2, 3)],
    [of('r', 1, 0), of('r', 2, 2)],
  ];
  expect(pairedRatio(a, b, MEDIAN)).toEqual({ value: 1.5, bound: '' });
});
