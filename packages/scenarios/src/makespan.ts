import type { Measurement } from '@holbench/results/sample';
import type { CountedValue } from './round-statistic.ts';

/**
 * Duration of one batch in ms: from the first intended start to the last end. Only a batch whose
 * operations all succeeded has one: failed operations would shorten it.
 *
 * @param operations the operations of one batch of one cell, without warm-up.
 * @param size number of operations of the batch.
 */
export function makespanOf(operations: readonly Measurement[], size: number): CountedValue {
  let start = Infinity;
  let end = -Infinity;
  let succeeded = 0;
  for (const { intendedAtMs, outcome } of operations) {
    if (outcome.status !== 'ok') continue;
    succeeded += 1;
    start = Math.min(start, intendedAtMs);
    end = Math.max(end, intendedAtMs + outcome.durationMs);
  }
  const n = operations.length;
  const isWhole = succeeded === size && n === size;
  return { value: isWhole ? end - start : null, n, failed: n - succeeded };
}
