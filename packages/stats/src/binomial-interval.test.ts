import { expect, test } from 'vitest';
import scipy from '../fixtures/scipy-binomial-intervals.json' with { type: 'json' };
import { binomialInterval } from './binomial-interval.ts';

test.each(scipy.cases)(
  'scipy agrees on %d of %d at %d',
  (events = NaN, trials = NaN, confidence = NaN, low = NaN, high = NaN) => {
    const interval = binomialInterval(events, trials, confidence);
    expect(Math.abs(interval.low - low)).toBeLessThanOrEqual(1e-9 * low + 1e-12);
    expect(Math.abs(interval.high - high)).toBeLessThanOrEqual(1e-9 * high + 1e-12);
  },
);

test('refuses counts that make no sense', () => {
  expect(() => binomialInterval(0, 0, 0.99)).toThrow(RangeError);
  expect(() => binomialInterval(2, 1, 0.99)).toThrow(RangeError);
  expect(() => binomialInterval(-1, 1, 0.99)).toThrow(RangeError);
});
