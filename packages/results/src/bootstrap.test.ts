import { expect, test } from 'vitest';
import { bootstrapInterval } from './bootstrap.ts';
import { mean, median } from './statistics.ts';

test('one round has no interval', () => {
  expect(bootstrapInterval([[1, 2, 3]], median)).toBeNull();
  expect(bootstrapInterval([[1, 2, 3], []], median)).toBeNull();
});

test('rounds that agree give an interval of no width', () => {
  expect(bootstrapInterval([[5], [5], [5]], mean)).toEqual({ low: 5, high: 5 });
});

test('two rounds of one sample give their range: 1/4 of the draws is twice the lower', () => {
  expect(bootstrapInterval([[10], [20]], mean)).toEqual({ low: 10, high: 20 });
});

test('draws rounds and not messages: many messages in a round do not narrow it', () => {
  const few = bootstrapInterval([[10], [20], [30]], mean);
  const many = bootstrapInterval(
    [10, 20, 30].map((value) => Array.from({ length: 500 }, () => value)),
    mean,
  );
  expect(many).toEqual(few);
});

test('is near the normal interval for many rounds', () => {
  // Means of 0…99 have the standard error 28.87 / 10: the 95 % interval is 49.5 ± 5.66.
  const rounds = Array.from({ length: 100 }, (_, value) => [value]);
  const interval = bootstrapInterval(rounds, mean);
  expect(interval?.low).toBeCloseTo(43.84, -0.5);
  expect(interval?.high).toBeCloseTo(55.16, -0.5);
});

test('is the same every time', () => {
  const rounds = [[1, 8], [4, 2], [9]];
  expect(bootstrapInterval(rounds, median)).toEqual(bootstrapInterval(rounds, median));
});
