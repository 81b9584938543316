import { describe, expect, test } from 'vitest';
import { stallsIn } from './stalls.ts';

describe('stalls', () => {
  const rule = { rttMs: 100, intervalMs: 50 };

  test('are gaps longer than a round trip and three intervals', () => {
    const arrivals = [100, 150, 200, 700, 750, 1_001];
    // 200 → 700 is 500 ms; 750 → 1001 is 251; 250 exactly is none.
    const stalls = stallsIn(arrivals, { beganAtMs: 0, endedAtMs: 1_251 }, rule);
    expect(stalls).toEqual({ count: 2, totalMs: 751, longestMs: 500, share: 751 / 1_251 });
  });

  test('count the silence before the first arrival and after the last', () => {
    const window = { beganAtMs: 1_000, endedAtMs: 3_000 };
    expect(stallsIn([1_400], window, rule)).toMatchObject({ count: 2, longestMs: 1_600, share: 1 });
    expect(stallsIn([], window, rule)).toEqual({
      count: 1,
      totalMs: 2_000,
      longestMs: 2_000,
      share: 1,
    });
    // Answers from outside the window are no sign of life inside it.
    expect(stallsIn([500, 3_500], window, rule).count).toBe(1);
  });

  test('a window of no length has none', () => {
    const none = { count: 0, totalMs: 0, longestMs: 0, share: 0 };
    expect(stallsIn([], { beganAtMs: 700, endedAtMs: 700 }, rule)).toEqual(none);
    // Sent for less than a round trip: the first answer is due after the last message.
    expect(stallsIn([650], { beganAtMs: 700, endedAtMs: 600 }, rule)).toEqual(none);
  });

  test('a steady stream has none', () => {
    const arrivals = Array.from({ length: 20 }, (_, index) => index * 50);
    const none = { count: 0, totalMs: 0, longestMs: 0, share: 0 };
    expect(stallsIn(arrivals, { beganAtMs: 0, endedAtMs: 1_000 }, rule)).toEqual(none);
  });
});
