import type { FinishedCell } from '@holbench/results/run-reader';
import { type Sample } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import { timed } from './latencies.ts';

/** One producer's session of scenario 3e: its mutations and their deliveries, in one cell. */
export interface Session {
  /** Every mutation acknowledged and every delivery made. */
  readonly complete: boolean;
  /** Acknowledged mutations. */
  readonly mutations: number;
  /** From the first mutation's call to the last delivery, in ms. */
  readonly durationMs: number;
  /** Acknowledged mutations per second of the producer's own time; null where that is 0 ms. */
  readonly producerRate: number | null;
  /** Deliveries to all subscribers per second of the session; null where that took 0 ms. */
  readonly consumerRate: number | null;
}

/** @returns null when nothing was mutated or delivered. */
export function session({ samples }: FinishedCell): Session | null {
  const mutations = timed(samples, LABELS.mutate);
  const deliveries = timed(samples, LABELS.deliver);
  const start = mutations.reduce(
    (first, { intendedAtMs }) => Math.min(first, intendedAtMs),
    Infinity,
  );
  const acknowledged = ends(mutations);
  const delivered = ends(deliveries);
  if (acknowledged.length === 0 || delivered.length === 0) return null;
  const producerMs = latest(acknowledged) - start;
  const durationMs = Math.max(latest(delivered), latest(acknowledged)) - start;
  return {
    complete: acknowledged.length === mutations.length && delivered.length === deliveries.length,
    mutations: acknowledged.length,
    durationMs,
    producerRate: perSecond(acknowledged.length, producerMs),
    consumerRate: perSecond(delivered.length, durationMs),
  };
}

/** What took no time by the page's clock (5 µs) has no rate. */
function perSecond(count: number, ms: number): number | null {
  return ms > 0 ? (1000 * count) / ms : null;
}

/** When each successful operation ended, in ms of the cell's clock. */
function ends(samples: readonly Sample[]): number[] {
  return samples.flatMap(({ intendedAtMs, outcome }) =>
    outcome.status === 'ok' ? [intendedAtMs + outcome.durationMs] : [],
  );
}

/** Not Math.max(...values): a session has more deliveries than a call has room for arguments. */
function latest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), -Infinity);
}
