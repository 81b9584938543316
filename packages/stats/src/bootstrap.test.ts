import { describe, expect, test } from 'vitest';
import numpy from '../fixtures/numpy-bootstrap.json' with { type: 'json' };
import { bootstrapInterval } from './bootstrap.ts';
import { CENSORED } from './censored.ts';
import type { SortedSamples } from './sorted-samples.ts';
import { mean, median, orderStatistic } from './statistics.ts';

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
  const rounds = Array.from({ length: 9 }, (_, value) => [value, (7 * value) % 5]);
  expect(bootstrapInterval(rounds, median)).toEqual(bootstrapInterval(rounds, median));
});

test.each([
  [2, 3],
  [3, 10],
  [4, 35],
  [5, 126],
  [7, 1_716],
])('%d rounds are drawn in %d ways, each computed once', (count, ways) => {
  const rounds = Array.from({ length: count }, (_, value) => [value]);
  let computed = 0;
  bootstrapInterval(rounds, (samples) => {
    computed += 1;
    return mean(samples);
  });
  expect(computed).toBe(ways);
});

describe.each(numpy.cases)('numpy agrees on rounds of $rounds', (known) => {
  const rounds = known.rounds.map((round) => round.map((value) => value ?? CENSORED));
  const statistics: Readonly<Record<string, (samples: SortedSamples) => number>> = {
    median,
    mean,
    p95: (samples) => orderStatistic(samples, 0.95),
  };
  test.each(Object.entries(known.intervals))('%s', (name, [low, high]) => {
    const statistic = statistics[name];
    if (!statistic) throw new Error(`no statistic ${name}`);
    const interval = bootstrapInterval(rounds, statistic);
    expectWithin(interval?.low, low);
    expectWithin(interval?.high, high);
  });
});

/** Equal but for the order of a sum; of resamples within the range that chance allows. */
function expectWithin(value = Number.NaN, known: number | null | (number | null)[] = Number.NaN) {
  const [least, most] = Array.isArray(known) ? known : [known, known];
  expect(value).toBeGreaterThanOrEqual((least ?? CENSORED) * (1 - 1e-12));
  if (most !== null) expect(value).toBeLessThanOrEqual((most ?? Number.NaN) * (1 + 1e-12));
}
