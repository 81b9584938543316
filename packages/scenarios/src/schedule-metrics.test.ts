import { describe, expect, test } from 'vitest';
import { sample } from '../../results/fixtures/run-lines.ts';
import { round } from '../fixtures/rounds.ts';
import { scheduleMetrics } from './schedule-metrics.ts';

const [p50, p95, max] = scheduleMetrics([{ name: 'alone', labels: ['a', 'b'], latestMs: 1 }]);

const sent = (label: string, index: number, lateMs: number, changes = {}) =>
  sample({
    label,
    index,
    intendedAtMs: 1_000 + 50 * index,
    sentAtMs: 1_000 + 50 * index + lateMs,
    ...changes,
  });

describe('lateness of a schedule', () => {
  const failed = { status: 'failed', code: 'timeout', reason: 'a test', afterMs: 20_000 } as const;
  const known = round([
    sent('a', 0, 0.25),
    sent('b', 1, 4, { outcome: failed }),
    sent('a', 2, 90, { warmup: true }),
    sent('c', 3, 80),
    sample({ label: 'a', index: 4, intendedAtMs: 1_200 }),
  ]);

  test('is that of its labels, answered or not, without warm-up and what was not recorded', () => {
    for (const metric of [p50, p95]) {
      if (metric?.estimate.of !== 'operations') throw new Error('not of operations');
      expect(metric.estimate.values(known, '')).toEqual([0.25, 4]);
    }
    expect(max?.estimate.of === 'most' && max.estimate.value(known, '')).toBe(4);
    expect(p95?.noteAbove).toBe(1);
    expect(p50?.noteAbove).toBeUndefined();
  });

  test('is not recorded in an older run', () => {
    const older = round([sample({ label: 'a' })]);
    expect(p50?.estimate).toMatchObject({ without: 'not recorded' });
    expect(p50?.estimate.of === 'operations' && p50.estimate.values(older, '')).toEqual([]);
    expect(max?.estimate.of === 'most' && max.estimate.value(older, '')).toBeNull();
  });
});
