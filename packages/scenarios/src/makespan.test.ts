import { expect, test } from 'vitest';
import { sample } from '../../results/fixtures/run-lines.ts';
import { makespanOf } from './makespan.ts';

const operation = (intendedAtMs: number, durationMs: number) =>
  sample({
    intendedAtMs,
    outcome: { status: 'ok', durationMs, bytes: 1, protocol: 'h2' },
  });
const failed = sample({ outcome: { status: 'failed', code: 'timeout', reason: 'x', afterMs: 9 } });

test('lasts from the first intended start to the last end', () => {
  expect(makespanOf([operation(102, 30), operation(100, 10), operation(101, 20)], 3)).toEqual({
    value: 32,
    n: 3,
    failed: 0,
  });
});

test('has no duration when an operation failed', () => {
  expect(makespanOf([operation(0, 1), failed], 2)).toEqual({
    value: null,
    n: 2,
    failed: 1,
  });
});

test('has no duration when an operation is missing', () => {
  expect(makespanOf([operation(0, 1)], 2).value).toBeNull();
  expect(makespanOf([], 2).value).toBeNull();
});
