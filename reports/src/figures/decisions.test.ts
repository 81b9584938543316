import { delayToleranceMs } from '@holbench/stats/least-latency-difference';
import { describe, expect, test } from 'vitest';
import { pointsOf } from '../../fixtures/made-figure.ts';
import { delayOutcome, difference, type Estimate } from './decisions.ts';

const of = (value: number, low = value, high = value, changes: Partial<Estimate> = {}) => ({
  value,
  low,
  high,
  rounds: 6,
  censored: false,
  ...changes,
});
const why = (a: Estimate, b: Estimate) => {
  const found = difference(a, b, 'ms');
  return found.is === 'not shown' ? found.why : found.is;
};

test('intervals that overlap or touch show no difference, in either order', () => {
  const [low, high] = [of(10, 9, 12), of(20, 12, 22)];
  expect([why(low, high), why(high, low)]).toEqual(['overlap', 'overlap']);
  expect(why(of(10, 0, 100), of(50))).toBe('overlap');
  expect(why(of(10, 9, 11), of(20, 12, 22))).toBe('lower');
});

test('values must differ by more than a link may be off: 1 ms, and 5 %', () => {
  expect([why(of(2), of(3)), why(of(3), of(2))]).toEqual(['within tolerance', 'within tolerance']);
  expect([why(of(2), of(3.1)), why(of(3.1), of(2))]).toEqual(['lower', 'higher']);
  expect(why(of(100), of(105))).toBe('within tolerance');
  expect(why(of(105.5), of(100))).toBe('higher');
});

test('an interval without an end overlaps all that is longer', () => {
  expect(why(of(10, 9, Infinity), of(100, 90, 110))).toBe('overlap');
  expect(why(of(10, 9, Infinity), of(5, 4, 6))).toBe('higher');
});

test('a lower bound may be higher than anything, and two of them never differ', () => {
  const bound = of(10, 9, Infinity, { censored: true });
  expect(why(bound, of(20, 19, 21))).toBe('overlap');
  expect(why(bound, of(5, 4, 6))).toBe('higher');
  expect(why(bound, of(900, 800, Infinity, { censored: true }))).toBe('lower bounds');
});

test('fewer than six rounds show nothing', () => {
  expect(why(of(10, 9, 11, { rounds: 5 }), of(900, 800, 1_000))).toBe('too few rounds');
  expect(why(of(10, 9, 11, { rounds: 0 }), of(900, 800, 1_000))).toBe('no interval');
  expect(why(of(10), { ...of(20), value: null })).toBe('no value');
});

describe('a wait from sharing the connection', () => {
  /** Added to 110 ms, of which 5 % are tolerated. */
  const points = pointsOf([1]).map((point) => ({ ...point, base: 110 }));
  const outcome = (low: number | null, high: number | null) => delayOutcome({ low, high, points });

  test('has a tolerance of 5 % of what it is added to, and of 1 ms', () => {
    expect(delayToleranceMs(points)).toBeCloseTo(5.5);
    expect(delayToleranceMs(pointsOf([1]).map((point) => ({ ...point, base: 2 })))).toBe(1);
  });

  test('is delayed where its interval lies above the tolerance', () => {
    expect([outcome(5.6, 9), outcome(5.6, Infinity)]).toEqual(['delayed', 'delayed']);
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
    expect(outcome(-9, -5.6)).toBe('less');
  });

  test('is undecided without an interval', () => {
    expect(outcome(null, null)).toBe('undecided');
  });
});
