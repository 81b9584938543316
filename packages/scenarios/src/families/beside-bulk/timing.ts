import { isShaped } from '@holbench/results/is-shaped';
import { PROBE_DEADLINE_MS } from './probe-latencies.ts';
import type { NetworkProfile } from '@holbench/results/network-profile';
import { baseRttMs } from '../../planned-seconds.ts';
import type { PlannedNetwork } from '../../scenario.ts';

/** Duration of the uncounted first probes of a phase. */
export const WARMUP_MS = 500;

/** Round trips for slow start to fill the window, and the least time for it, in ms. */
const RAMP_ROUND_TRIPS = 5;
const SHAPED_RAMP_MS = 1_000;
/** On an unshaped network it takes milliseconds. */
const PLAIN_RAMP_MS = 300;

/** How long a bulk transfer runs before the probes begin, in ms. */
export function rampMs(profile: NetworkProfile): number {
  if (!isShaped(profile)) return PLAIN_RAMP_MS;
  return Math.max(SHAPED_RAMP_MS, RAMP_ROUND_TRIPS * baseRttMs(profile));
}

/** Idle, self and foreign, and the number of them with a bulk transfer. */
export const PHASES = 3;
const LOADED_PHASES = 2;

/** Duration of the phases of a cell, in seconds, without opening its pages. */
export function phaseSeconds({ profile, workload: { windowSeconds } }: PlannedNetwork): number {
  return LOADED_PHASES * (rampMs(profile) / 1_000) + PHASES * (WARMUP_MS / 1_000 + windowSeconds);
}

/** Time limit of a phase once its pages are open, in ms: both series of probes wait. */
export function phaseLimitMs({ profile, workload: { windowSeconds } }: PlannedNetwork): number {
  return rampMs(profile) + windowSeconds * 1_000 + 2 * PROBE_DEADLINE_MS;
}
