import type { NetworkProfile } from '@holbench/results/network-profile';
import type { Workload } from '@holbench/results/workload';
import type { CellPlan } from '../scenario.ts';
import { type LinkRate, rateOf } from '@holbench/results/rate-of';

/** Two cores can deliver this to their own pages with more than half of their time left. */
const DELIVERIES_PER_SECOND = 400;
const MOST_PER_SECOND = 20;

/** Share of the network's rate: its queues are not measured here. */
const SHARE = 0.25;
/** A mutation of a text, or its event, with headers. */
const EVENT_BYTES = 6_000;

/**
 * Warm-up of each phase, in seconds: cold code and new connections, on a machine that has just
 * opened many pages.
 */
const WARMUP_SECONDS = 1;

/** Time limit of filling the stopped reader's queue, in ms; a slow link reaches it. */
export const FILL_LIMIT_MS = 30_000;

/** Mutations per second of the producer, when `subscribers` pages receive each. */
export function eventsPerSecond(subscribers: number, { down, up }: NetworkProfile): number {
  const fits = (rate: LinkRate | null, copies: number): number =>
    rate === null ? MOST_PER_SECOND : (SHARE * rate.meanKbps * 1_000) / (EVENT_BYTES * 8 * copies);
  const most = Math.min(
    MOST_PER_SECOND,
    DELIVERIES_PER_SECOND / subscribers,
    fits(rateOf(down), subscribers),
    fits(rateOf(up), 1),
  );
  return Math.max(1, Math.floor(most));
}

/** Mutations of each phase: all, and those of the warm-up, which come first. */
export function eventsOfPhase(
  perSecond: number,
  { windowSeconds }: Workload,
): { mutations: number; warmup: number } {
  const warmup = perSecond * WARMUP_SECONDS;
  return { mutations: warmup + perSecond * windowSeconds, warmup };
}

/** Duration of the phases of a cell, in seconds, without opening its pages. */
export function phaseSeconds({ workload }: Pick<CellPlan, 'workload'>): number {
  const FILL_SECONDS = 3;
  return 2 * (WARMUP_SECONDS + workload.windowSeconds) + FILL_SECONDS;
}
