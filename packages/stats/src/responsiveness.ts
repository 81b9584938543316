import type { SortedSamples } from './sorted-samples.ts';

const KEPT_SHARE = 0.95;
const MINUTE_MS = 60_000;

/**
 * Mean of the samples up to the 95th percentile (nearest rank): the single-sided trimmed mean `TM`
 * of draft-ietf-ippm-responsiveness, "Aggregating the Measurements" (TMP = 95 %).
 */
export function trimmedMean(samples: SortedSamples): number {
  const kept = samples.slice(0, Math.max(1, Math.ceil(samples.length * KEPT_SHARE)));
  return kept.reduce((sum, value) => sum + value, 0) / kept.length;
}

/**
 * Round trips per minute under load, the `60000 / TM(…)` of the same draft, of one set of probes.
 * Of same probes it is the draft's Loaded_Responsiveness, `60000 / TM(http_l)`. The draft averages
 * that with the figure of probes on new connections, which the lab does not measure.
 * @param latenciesMs of the probes, in ms. All of them answered: one that was given up has no time.
 */
export function roundTripsPerMinute(latenciesMs: SortedSamples): number {
  return MINUTE_MS / trimmedMean(latenciesMs);
}
