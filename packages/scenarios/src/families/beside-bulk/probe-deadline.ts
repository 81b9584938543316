/** An unanswered probe is given up (censored) after this time, in ms. */
export const PROBE_DEADLINE_MS = 20_000;
