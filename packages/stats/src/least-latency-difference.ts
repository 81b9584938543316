/** What a link's round trip and rate may be off their configuration, as a share (docs/networks.md). */
export const LINK_TOLERANCE = 0.05;

/**
 * The least difference of latencies that is worth a sentence, in ms: each cell's link is certified to
 * 5 % or 1 ms of its configuration, and a message is off with it.
 * @param ms the smaller of both.
 */
export function leastLatencyDifferenceMs(ms: number): number {
  return Math.max(1, LINK_TOLERANCE * Math.abs(ms));
}
