import { isShaped } from '@holbench/netem/is-shaped';
import { PROBE_DEADLINE_MS } from '@holbench/results/holb/probe-deadline';
import type { NetworkProfile } from '@holbench/results/network-profile';
import type { Workload } from '@holbench/results/run-network';

/** How long the first, uncounted probes of a phase run. */
export const WARMUP_MS = 500;

/** A network and how much is measured over it. */
interface Observed {
  readonly profile: NetworkProfile;
  readonly workload: Workload;
}

/** Five round trips on `high-loss`; and what takes milliseconds where nothing is shaped. */
const SHAPED_RAMP_MS = 2_000;
const PLAIN_RAMP_MS = 300;

/**
 * How long a bulk transfer runs before the probes begin, in ms: enough for slow start and to fill
 * what it fills.
 */
export function rampMs(profile: NetworkProfile): number {
  return isShaped(profile) ? SHAPED_RAMP_MS : PLAIN_RAMP_MS;
}

/** Idle, self and foreign, and how many of them have a bulk. */
export const PHASES = 3;
const LOADED_PHASES = 2;

/** What a cell of 4f or 4g waits for by plan, in seconds, without opening its pages. */
export function plannedSeconds({ profile, workload: { windowSeconds } }: Observed): number {
  return LOADED_PHASES * (rampMs(profile) / 1_000) + PHASES * (WARMUP_MS / 1_000 + windowSeconds);
}

/** Longest time that a phase may take once its pages are open, in ms: both series of probes wait. */
export function phaseLimitMs({ windowSeconds }: Workload): number {
  return SHAPED_RAMP_MS + windowSeconds * 1_000 + 2 * PROBE_DEADLINE_MS;
}
