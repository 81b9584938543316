import type { Sample } from '@holbench/results/sample';
import { LABELS } from '../labels.ts';
import { byLabel, type Round } from '../metric.ts';

/** One producer's session: its mutations and their deliveries, in one cell. */
export interface Session {
  /** Every mutation was acknowledged and every delivery made. */
  readonly complete: boolean;
  /** Acknowledged mutations. */
  readonly mutations: number;
  readonly deliveries: number;
  /** From the first mutation's call to the last delivery, in ms. */
  readonly durationMs: number;
  /** From the same time to the last acknowledgement, in ms. */
  readonly producerMs: number;
}

/** @returns null when nothing was acknowledged or delivered. */
export function session(round: Pick<Round, 'samples'>): Session | null {
  const mutations = byLabel(round).get(LABELS.mutate) ?? [];
  const deliveries = byLabel(round).get(LABELS.deliver) ?? [];
  const acknowledged = ends(mutations);
  const delivered = ends(deliveries);
  if (acknowledged.length === 0 || delivered.length === 0) return null;
  const start = mutations.reduce((first, each) => Math.min(first, each.intendedAtMs), Infinity);
  return {
    complete: acknowledged.length === mutations.length && delivered.length === deliveries.length,
    mutations: acknowledged.length,
    deliveries: delivered.length,
    durationMs: Math.max(latest(delivered), latest(acknowledged)) - start,
    producerMs: latest(acknowledged) - start,
  };
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
