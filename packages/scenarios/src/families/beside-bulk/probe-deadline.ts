/** A probe without an answer for so long is given up (censored), in ms. */
export const PROBE_DEADLINE_MS = 20_000;
