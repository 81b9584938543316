import { delayToleranceMs } from '@holbench/stats/least-latency-difference';
import { describe, expect, test } from 'vitest';
import { pointsOf } from '../../fixtures/made-figure.ts';
import { decideDelay } from './decisions.ts';

describe('a wait from sharing the connection', () => {
  /** Added to 110 ms, of which 5 % are tolerated. */
  const points = pointsOf([1]).map((point) => ({ ...point, base: 110 }));
  const outcome = (low: number | null, high: number | null) => decideDelay({ low, high, points });

  test('has a tolerance of 5 % of what it is added to, and of 1 ms', () => {
    expect(delayToleranceMs(points)).toBeCloseTo(5.5);
    expect(delayToleranceMs(pointsOf([1]).map((point) => ({ ...point, base: 2 })))).toBe(1);
  });

  test('is delayed where its interval lies above the tolerance', () => {
    expect([outcome(5.6, 9), outcome(5.6, Infinity)]).toEqual(['higher', 'higher']);
  });

  test('is equivalent to none where it lies inside ± tolerance, and nowhere else', () => {
    expect([outcome(-5.5, 5.5), outcome(0.5, 2)]).toEqual(['equivalent', 'equivalent']);
    expect([outcome(-5.6, 5), outcome(-5, 5.6), outcome(0, Infinity)]).toEqual([
      'undecided',
      'undecided',
      'undecided',
    ]);
  });

  test('is less than none where it lies below', () => {
    expect(outcome(-9, -5.6)).toBe('lower');
  });

  test('has too few rounds without an interval', () => {
    expect(outcome(null, null)).toBe('too few');
  });
});
