import type { Measurement, Outcome } from '@holbench/results/sample';
import { expect, test } from 'vitest';
import { summarise } from './series-summary.ts';

function measurement(intendedAtMs: number, outcome: Outcome): Measurement {
  return { label: 'batch-3', user: 0, index: 0, intendedAtMs, outcome };
}

function ok(intendedAtMs: number, durationMs: number): Measurement {
  return measurement(intendedAtMs, { status: 'ok', durationMs, bytes: 1_000_000, protocol: 'h2' });
}

const failed = measurement(0, { status: 'failed', code: 'timeout', reason: 'late', afterMs: 9 });

test('summarises a batch exactly', () => {
  expect(summarise([ok(100, 50), ok(100, 400), ok(110, 20)])).toEqual({
    operations: 3,
    failed: 0,
    durations: { minMs: 20, medianMs: 50, maxMs: 400 },
    makespanMs: 400,
    ratePerSecond: 7.5,
    bytes: 3_000_000,
    goodputMBps: 7.5,
    protocols: ['h2'],
  });
});

test('gives no makespan and no goodput to a batch with a failure', () => {
  expect(summarise([ok(0, 50), failed])).toMatchObject({
    failed: 1,
    durations: { minMs: 50, medianMs: 50, maxMs: 50 },
    makespanMs: null,
    goodputMBps: null,
  });
});

test('has no durations where nothing succeeded', () => {
  expect(summarise([failed])).toMatchObject({
    operations: 1,
    failed: 1,
    durations: null,
    bytes: 0,
  });
});
