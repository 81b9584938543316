import { describe, expect, test } from 'vitest';
import { sorted } from '../fixtures/sorted.ts';
import numpy from '../fixtures/numpy-quantiles.json' with { type: 'json' };
import { CENSORED } from './censored.ts';
import { sortSamples } from './sorted-samples.ts';
import {
  maximum,
  mean,
  median,
  minimum,
  orderStatistic,
  percentile,
  samplesNeeded,
} from './statistics.ts';

const oneTo = (n: number) => sorted(Array.from({ length: n }, (_, index) => n - index));

describe('sorted samples', () => {
  test('of nothing are null', () => {
    expect(sortSamples([])).toBeNull();
  });
  test('sort by number, not by text', () => {
    expect(sortSamples([10, 9, 100])).toEqual([9, 10, 100]);
  });
  test('refuse what is not finite', () => {
    expect(() => sortSamples([1, Number.NaN])).toThrow(RangeError);
  });
});

describe('percentile', () => {
  test('is an exact order statistic', () => {
    expect(percentile(oneTo(100), 0.99)).toEqual({ status: 'ok', value: 99 });
    expect(percentile(oneTo(101), 0.99)).toEqual({ status: 'ok', value: 100 });
    expect(percentile(oneTo(20), 0.95)).toEqual({ status: 'ok', value: 19 });
    expect(percentile(oneTo(61), 0.95)).toEqual({ status: 'ok', value: 58 });
    expect(percentile(oneTo(10), 0.5)).toEqual({ status: 'ok', value: 5 });
  });
  test('is not given where n cannot support it', () => {
    expect(percentile(oneTo(99), 0.99)).toEqual({ status: 'too-small', n: 99, needed: 100 });
    expect(percentile(oneTo(19), 0.95)).toEqual({ status: 'too-small', n: 19, needed: 20 });
    expect(percentile(oneTo(1), 0.5)).toEqual({ status: 'too-small', n: 1, needed: 2 });
  });
  test('needs 1 / (1 − p) samples', () => {
    expect([0.5, 0.9, 0.95, 0.99, 0.999].map(samplesNeeded)).toEqual([2, 10, 20, 100, 1000]);
  });
});

test('minimum, maximum, mean and median', () => {
  const samples = sorted([4, 1, 2, 9]);
  expect([minimum(samples), maximum(samples), mean(samples), median(samples)]).toEqual([
    1, 9, 4, 3,
  ]);
  expect(median(sorted([5, 1, 3]))).toBe(3);
});

test('what is made of something that never ended never ends', () => {
  const samples = sorted([1, 2, CENSORED, CENSORED]);
  expect([mean(samples), median(samples), median(sorted([1, CENSORED]))]).toEqual([
    CENSORED,
    CENSORED,
    CENSORED,
  ]);
  expect(median(sorted([1, 2, CENSORED]))).toBe(2);
});

describe.each(numpy.cases)('numpy agrees on $samples.length samples', (known) => {
  const samples = sorted(known.samples);
  test('mean and median', () => {
    expect(mean(samples)).toBeCloseTo(known.mean, 9);
    expect(median(samples)).toBeCloseTo(known.median, 9);
  });
  test('order statistics', () => {
    expect([0.5, 0.9, 0.95, 0.99].map((p) => orderStatistic(samples, p))).toEqual([
      known.p50,
      known.p90,
      known.p95,
      known.p99,
    ]);
  });
});
