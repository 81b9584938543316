import { expect, test } from 'vitest';
import { waitMs } from './probe-latencies.ts';

const failed = (code: string, afterMs: number) =>
  ({ status: 'failed', code, reason: code, afterMs }) as const;

test('a probe that was given up or failed has waited for its bound', () => {
  const answered = { status: 'ok', durationMs: 80, bytes: 5_000, protocol: 'h2' } as const;
  const outcomes = [answered, failed('timeout', 5_000), failed('connection_lost', 40)];
  expect(outcomes.map((outcome) => waitMs({ outcome }, { deadlineSeconds: 30 }))).toEqual([
    80, 5_000, 30_000,
  ]);
});
