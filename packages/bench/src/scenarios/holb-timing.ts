import { PROBE_DEADLINE_MS } from '@holbench/results/holb/probe-deadline';
import type { Workload } from '@holbench/results/run-network';

/**
 * How long a bulk transfer runs before the probes begin, in ms: enough for slow start and to fill
 * what it fills where round trips are short, five of them on `high-loss`. And how long the first,
 * uncounted probes of a phase run.
 */
export const RAMP_MS = 2_000;
export const WARMUP_MS = 500;

/** Idle, self and foreign, and how many of them have a bulk. */
export const PHASES = 3;
const LOADED_PHASES = 2;

/** What a cell of 4f or 4g waits for by plan, in seconds, without opening its pages. */
export function plannedSeconds({ windowSeconds }: Workload): number {
  return LOADED_PHASES * (RAMP_MS / 1_000) + PHASES * (WARMUP_MS / 1_000 + windowSeconds);
}

/** Longest time that a phase may take once its pages are open, in ms: both series of probes wait. */
export function phaseLimitMs({ windowSeconds }: Workload): number {
  return RAMP_MS + windowSeconds * 1_000 + 2 * PROBE_DEADLINE_MS;
}
