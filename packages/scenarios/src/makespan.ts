import type { Measurement } from '@holbench/results/sample';

/** How long a batch took, or why it has no duration. */
export type Makespan =
  | { readonly status: 'ok'; readonly durationMs: number }
  | { readonly status: 'failed'; readonly reason: string };

/**
 * Duration of one batch in ms: from the first intended start to the last end. Only a batch whose
 * operations all succeeded has one: failed operations would shorten it.
 *
 * @param operations the operations of one batch of one cell, without warm-up.
 * @param size number of operations of the batch.
 */
export function makespan(operations: readonly Measurement[], size: number): Makespan {
  let start = Infinity;
  let end = -Infinity;
  let succeeded = 0;
  for (const { intendedAtMs, outcome } of operations) {
    if (outcome.status !== 'ok') continue;
    succeeded += 1;
    start = Math.min(start, intendedAtMs);
    end = Math.max(end, intendedAtMs + outcome.durationMs);
  }
  if (succeeded !== size || operations.length !== size) {
    return { status: 'failed', reason: `${succeeded} of ${size} operations succeeded` };
  }
  return { status: 'ok', durationMs: end - start };
}
