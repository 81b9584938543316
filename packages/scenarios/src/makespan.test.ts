import { expect, test } from 'vitest';
import { sample } from '../../results/fixtures/run-lines.ts';
import { makespan } from './makespan.ts';

const operation = (intendedAtMs: number, durationMs: number) =>
  sample({
    intendedAtMs,
    outcome: { status: 'ok', durationMs, bytes: 1, protocol: 'h2' },
  });
const failed = sample({ outcome: { status: 'failed', code: 'timeout', reason: 'x', afterMs: 9 } });

test('lasts from the first intended start to the last end', () => {
  expect(makespan([operation(102, 30), operation(100, 10), operation(101, 20)], 3)).toEqual({
    status: 'ok',
    durationMs: 32,
  });
});

test('has no duration when an operation failed', () => {
  expect(makespan([operation(0, 1), failed], 2)).toEqual({
    status: 'failed',
    reason: '1 of 2 operations succeeded',
  });
});

test('has no duration when an operation is missing', () => {
  expect(makespan([operation(0, 1)], 2).status).toBe('failed');
  expect(makespan([], 2).status).toBe('failed');
});
