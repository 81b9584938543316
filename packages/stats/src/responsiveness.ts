import type { SortedSamples } from './sorted-samples.ts';

const KEPT_SHARE = 0.95;
const MINUTE_MS = 60_000;

/**
 * Round trips per minute under load, of one set of probes: the `60000 / TM(…)` of draft-ietf-ippm-responsiveness,
 * "Aggregating the Measurements", whose TM is the mean of the samples up to the 95th percentile (nearest rank).
 * Of same probes it is the draft's Loaded_Responsiveness, `60000 / TM(http_l)`. The draft averages
 * that with the figure of probes on new connections, which the lab does not measure.
 * @param latenciesMs of the probes, in ms. All of them answered: one that was given up has no time.
 */
export function roundTripsPerMinute(latenciesMs: SortedSamples): number {
  const kept = latenciesMs.slice(0, Math.max(1, Math.ceil(latenciesMs.length * KEPT_SHARE)));
  const meanMs = kept.reduce((sum, value) => sum + value, 0) / kept.length;
  return MINUTE_MS / meanMs;
}
