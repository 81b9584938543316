/** What a link's round trip and rate may be off their configuration, as a share (docs/networks.md). */
export const LINK_TOLERANCE = 0.05;

/**
 * The least difference between two latencies that is worth a sentence, in ms. Each cell's link is
 * certified to 5 % or 1 ms of its configuration (docs/networks.md), and a message is off with it. A
 * smaller difference may be that of one link; a larger one would need two links that are off in
 * opposite directions. Intervals may be narrower: every round may meet the same deviation.
 */
export function leastDifferenceMs(smallerMs: number): number {
  return Math.max(1, LINK_TOLERANCE * smallerMs);
}
