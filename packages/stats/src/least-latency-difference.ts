import type { RoundNumber } from './round-number.ts';
import { sortSamples } from './sorted-samples.ts';
import { median } from './statistics.ts';

/** What a link's round trip and rate may be off their configuration, as a share (docs/reference/link-checks.md). */
export const LINK_TOLERANCE = 0.05;

/**
 * The least difference of latencies that is worth a sentence, in ms: each cell's link is certified to
 * 5 % or 1 ms of its configuration, and a message is off with it.
 * @param ms the smaller of both.
 */
export function leastLatencyDifferenceMs(ms: number): number {
  return Math.max(1, LINK_TOLERANCE * Math.abs(ms));
}

/** Below it a wait from sharing the connection is none, in ms: the least difference of the latency that it is added to. */
export function delayToleranceMs(rounds: readonly Pick<RoundNumber, 'base'>[]): number {
  return leastLatencyDifferenceMs(baseOf(rounds) ?? 0);
}

/** What a difference is added to, the median over its rounds; null for no difference. */
export function baseOf(rounds: readonly Pick<RoundNumber, 'base'>[]): number | null {
  const bases = sortSamples(rounds.flatMap(({ base }) => base ?? []));
  return bases === null ? null : median(bases);
}
