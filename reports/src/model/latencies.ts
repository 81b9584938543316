import { CENSORED } from '@holbench/stats/censored';
import type { Sample } from '@holbench/results/sample';

export { CENSORED };

/** Latencies in ms of one label, warm-up left out; `CENSORED` for each failed operation. */
export function latencies(samples: readonly Sample[], label: string): number[] {
  return timed(samples, label).map(({ outcome }) =>
    outcome.status === 'ok' ? outcome.durationMs : CENSORED,
  );
}

/** The operations of one label that count: no warm-up. */
export function timed(samples: readonly Sample[], label: string): Sample[] {
  return samples.filter((sample) => sample.label === label && !sample.warmup);
}
