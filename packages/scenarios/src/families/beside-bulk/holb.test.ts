import { describe, expect, test } from 'vitest';
import { type Outcome, type Sample } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { sortSamples, type SortedSamples } from '@holbench/stats/sorted-samples';
import { holbDelay, inflation } from '@holbench/stats/paired-rounds';
import { allLatencies, probeLatencies } from './probe-latencies.ts';
import { roundTripsPerMinute, trimmedMean } from '@holbench/stats/responsiveness';
import { stallsIn } from '@holbench/stats/stalls';

function sorted(...values: number[]): SortedSamples {
  const samples = sortSamples(values);
  if (samples === null) throw new Error('no values');
  return samples;
}
const upTo = (n: number): SortedSamples => sorted(...Array.from({ length: n }, (_, i) => i + 1));

describe('responsiveness', () => {
  test('the trimmed mean leaves the slowest twentieth out', () => {
    // 1 … 95 of 1 … 100.
    expect(trimmedMean(upTo(100))).toBe(48);
    expect(trimmedMean(sorted(10, 20, 30, 1_000))).toBe(265);
    expect(trimmedMean(sorted(7))).toBe(7);
  });

  test('round trips per minute', () => {
    expect(roundTripsPerMinute(upTo(100))).toBe(1_250);
    expect(roundTripsPerMinute(sorted(100))).toBe(600);
  });

  test('unanswered messages lower it, unless they are among the slowest twentieth', () => {
    const answered = Array.from({ length: 19 }, () => 100);
    expect(roundTripsPerMinute(sorted(...answered, 20_000))).toBe(600);
    // 18 × 100 + 20 000 over 19.
    expect(roundTripsPerMinute(sorted(...answered.slice(1), 20_000, 20_000))).toBeCloseTo(52.2936);
  });
});

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

describe('paired rounds', () => {
  const rounds = [
    { loaded: sorted(300, 310, 330), base: sorted(100, 100, 110) },
    { loaded: sorted(250, 260, 290), base: sorted(90, 100, 100) },
    { loaded: sorted(400, 500, 600), base: sorted(120, 125, 130) },
  ];

  test('HOLB delay is the median over rounds of self − foreign', () => {
    // 210, 160, 375.
    expect(holbDelay(rounds)).toMatchObject({ value: 210, rounds: 3 });
    expect(holbDelay(rounds)?.interval).toEqual({ low: 160, high: 375 });
  });

  test('inflation is the median over rounds of loaded ÷ idle', () => {
    // 3.1, 2.6, 4.
    expect(inflation(rounds)).toMatchObject({ value: 3.1, rounds: 3 });
  });

  test('one round has no interval, none has no figure', () => {
    expect(holbDelay(rounds.slice(0, 1))).toEqual({ value: 210, interval: null, rounds: 1 });
    expect(inflation([])).toBeNull();
    expect(holbDelay([])).toBeNull();
  });

  test('a message that waits less for its own bulk than for a foreign one has a negative delay', () => {
    expect(holbDelay([{ loaded: sorted(80, 90), base: sorted(100, 130) }])?.value).toBe(-30);
  });

  test('nothing is a multiple of 0 ms', () => {
    expect(inflation([{ loaded: sorted(80), base: sorted(0) }])).toBeNull();
    expect(inflation([{ loaded: sorted(80), base: sorted(0) }, ...rounds])).toMatchObject({
      value: 3.1,
      rounds: 3,
    });
  });

  test('unanswered messages count at the time that they were waited for: a lower bound', () => {
    // Medians 5 000 (censored) and 100.
    const censored = { loaded: sorted(90, 5_000, 20_000), base: sorted(90, 100, 110) };
    expect(holbDelay([censored])?.value).toBe(4_900);
    expect(inflation([censored])?.value).toBe(50);
  });
});

describe('probes of a cell', () => {
  const answered = (durationMs: number): Outcome => ({
    status: 'ok',
    durationMs,
    bytes: 5_000,
    protocol: 'h2',
  });
  const failed = (code: string, afterMs: number): Outcome => ({
    status: 'failed',
    code,
    reason: code,
    afterMs,
  });
  const sample = (outcome: Outcome, index: number, extra: Partial<Sample> = {}): Sample => ({
    run: 'run',
    cell: '4g/node-http2/4f-text/0',
    variant: 'node-http2',
    network: '4g',
    scenario: '4f',
    kind: 'text',
    round: 0,
    warmup: false,
    label: LABELS.probe('self', 'load'),
    user: 0,
    index,
    intendedAtMs: 1_000 * index,
    outcome,
    ...extra,
  });
  const samples = [
    sample(answered(80), 0),
    sample(answered(250), 1),
    sample(failed('timeout', 5_000), 2),
    sample(failed('connection_lost', 40), 3),
    sample(answered(1), 4, { warmup: true }),
    sample(answered(2), 5, { label: LABELS.probe('idle', 'load') }),
    sample(answered(3), 6, { label: LABELS.probe('self', 'event') }),
  ];

  test('are sorted out: answered, censored, failed', () => {
    expect(probeLatencies(samples, 'self', 'load')).toEqual({
      sent: 4,
      answeredMs: [80, 250],
      censoredMs: [5_000],
      arrivalsMs: [80, 1_250],
      failed: 1,
    });
  });

  test('censored and failed ones count in latencies as their bound', () => {
    const probes = probeLatencies(samples, 'self', 'load');
    expect(allLatencies(probes)).toEqual([80, 250, 5_000, 20_000]);
    expect(allLatencies(probeLatencies([], 'self', 'load'))).toBeNull();
  });
});
