import type { Sample } from '@holbench/results/sample';

/**
 * What stands for the latency of a failed operation: it sorts after every measured one, so that a
 * percentile is over all users and not over those that survived.
 */
export const NEVER = Number.MAX_VALUE;

/** Latencies in ms of one label, warm-up left out; `NEVER` for each failed operation. */
export function latencies(samples: readonly Sample[], label: string): number[] {
  return timed(samples, label).map(({ outcome }) =>
    outcome.status === 'ok' ? outcome.durationMs : NEVER,
  );
}

/** The operations of one label that count: no warm-up. */
export function timed(samples: readonly Sample[], label: string): Sample[] {
  return samples.filter((sample) => sample.label === label && !sample.warmup);
}
