import { expect, test } from 'vitest';
import type { Reading, SoakResult } from './soak-result.ts';
import { judge, trendsOf } from './trends.ts';

/** 30 minutes with a reading every 5 s. @param of a reading at these minutes. */
function soak(
  of: (minutes: number) => Partial<Reading>,
  more: Partial<SoakResult> = {},
): SoakResult {
  const readings = Array.from({ length: 361 }, (_, index) => {
    const atMinutes = index / 12;
    const still = { memoryMib: 80, descriptors: 30, diskMib: 0, slowestLoadMs: 3 };
    return { atMinutes, ...still, ...of(atMinutes) };
  });
  return {
    variant: 'node-ws',
    readings,
    operations: {},
    failures: {},
    eventLoop: null,
    ended: null,
    ...more,
  };
}

const sawtooth = (minutes: number): number => 80 + 20 * (minutes % 1);

test('what grows only while it warms up passes', () => {
  const result = soak((minutes) => ({ memoryMib: sawtooth(minutes) + 5 * Math.min(10, minutes) }));
  const { warmUpMinutes, lines } = trendsOf(result.readings);
  expect(warmUpMinutes).toBe(10);
  expect(Math.abs(lines.memoryMib?.slope ?? 9)).toBeLessThan(0.2);
  expect(judge(result)).toEqual({ verdict: 'passed', reasons: [] });
});

test.each([
  [2, 'failed'],
  [0.5, 'passed'],
  // Less than the sawtooth hides.
  [1, 'undecided'],
])('memory that grows by %d MiB/min: %s', (slope, verdict) => {
  const result = soak((minutes) => ({ memoryMib: sawtooth(minutes) + slope * minutes }));
  expect(trendsOf(result.readings).lines.memoryMib?.slope).toBeCloseTo(slope, 1);
  expect(judge(result).verdict).toBe(verdict);
});

test('descriptors that are not given back fail', () => {
  const result = soak((minutes) => ({ descriptors: 30 + Math.floor(minutes / 2) }));
  expect(judge(result)).toEqual({
    verdict: 'failed',
    reasons: ['10 descriptors more after 20.0 min'],
  });
});

test('a failure of an operation, or an early end, fails', () => {
  expect(judge(soak(() => ({}), { failures: { 'load: reset': 3 } })).reasons).toEqual([
    'load: reset (3)',
  ]);
  expect(judge(soak(() => ({}), { ended: 'the server ended' })).verdict).toBe('failed');
});

test('memory that grows in a short soak says nothing', () => {
  const { readings, ...rest } = soak((minutes) => ({ memoryMib: 80 + 5 * minutes }));
  const reasons = ['too short: 6.7 min after warm-up'];
  expect(judge({ ...rest, readings: readings.slice(0, 121) })).toEqual({
    verdict: 'undecided',
    reasons,
  });
});

test('too few readings say nothing', () => {
  const { readings } = soak(() => ({}));
  const verdict = judge({ ...soak(() => ({})), readings: readings.slice(0, 2) });
  expect(verdict).toEqual({ verdict: 'undecided', reasons: ['too few readings'] });
});
