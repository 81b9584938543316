import { describe, expect, test } from 'vitest';
import { sorted } from '../fixtures/sorted.ts';
import { roundTripsPerMinute, trimmedMean } from './responsiveness.ts';

const upTo = (n: number) => sorted(Array.from({ length: n }, (_, index) => index + 1));

describe('responsiveness', () => {
  test('the trimmed mean leaves the slowest twentieth out', () => {
    // 1 … 95 of 1 … 100.
    expect(trimmedMean(upTo(100))).toBe(48);
    expect(trimmedMean(sorted([10, 20, 30, 1_000]))).toBe(265);
    expect(trimmedMean(sorted([7]))).toBe(7);
  });

  test('round trips per minute', () => {
    expect(roundTripsPerMinute(upTo(100))).toBe(1_250);
    expect(roundTripsPerMinute(sorted([100]))).toBe(600);
  });

  test('unanswered messages lower it, unless they are among the slowest twentieth', () => {
    const answered = Array.from({ length: 19 }, () => 100);
    expect(roundTripsPerMinute(sorted([...answered, 20_000]))).toBe(600);
    // 18 × 100 + 20 000 over 19.
    expect(roundTripsPerMinute(sorted([...answered.slice(1), 20_000, 20_000]))).toBeCloseTo(
      52.2936,
    );
  });
});
