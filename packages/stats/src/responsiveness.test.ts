import { describe, expect, test } from 'vitest';
import { sorted } from '../fixtures/sorted.ts';
import { roundTripsPerMinute } from './responsiveness.ts';

describe('round trips per minute', () => {
  test('leave the slowest twentieth out', () => {
    // The mean of 1 … 95, of 1 … 100, is 48.
    expect(roundTripsPerMinute(sorted(Array.from({ length: 100 }, (_, at) => at + 1)))).toBe(1_250);
    expect(roundTripsPerMinute(sorted([10, 20, 30, 1_000]))).toBe(60_000 / 265);
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
