/** Gaps without any answer although answers were due. */
export interface Stalls {
  readonly count: number;
  readonly totalMs: number;
  /** 0 without stalls. */
  readonly longestMs: number;
  /** Of the observed time, from 0 to 1. */
  readonly share: number;
}

export interface StallRule {
  /** Round-trip time of the idle link, in ms: as certified. */
  readonly rttMs: number;
  /** Time between two probes, in ms. */
  readonly intervalMs: number;
}

/** How many send intervals beyond a round trip a gap must exceed to be a stall. */
const INTERVALS = 3;

/**
 * Gaps between arrivals that are longer than one round trip and three send intervals. The time
 * before the first arrival and after the last counts, too: a window without arrivals is one stall.
 * @param arrivalsMs when answers arrived, in any order, on the clock of the window.
 * @param window when the first answer could be due, and when observation ended.
 */
export function stallsIn(
  arrivalsMs: readonly number[],
  window: { readonly beganAtMs: number; readonly endedAtMs: number },
  { rttMs, intervalMs }: StallRule,
): Stalls {
  const { beganAtMs, endedAtMs } = window;
  const inside = arrivalsMs.filter((atMs) => atMs > beganAtMs && atMs < endedAtMs);
  const moments = [beganAtMs, ...inside.toSorted((a, b) => a - b), endedAtMs];
  const limitMs = rttMs + INTERVALS * intervalMs;
  const stalls = moments
    .slice(1)
    .map((atMs, index) => atMs - (moments[index] ?? beganAtMs))
    .filter((gapMs) => gapMs > limitMs);
  const totalMs = stalls.reduce((sum, gapMs) => sum + gapMs, 0);
  return {
    count: stalls.length,
    totalMs,
    longestMs: Math.max(0, ...stalls),
    share: endedAtMs > beganAtMs ? totalMs / (endedAtMs - beganAtMs) : 0,
  };
}
