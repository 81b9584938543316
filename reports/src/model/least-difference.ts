/** What a link's round trip and rate may be off their configuration, as a share (docs/networks.md). */
export const LINK_TOLERANCE = 0.05;

/**
 * The least difference between two latencies that is worth a sentence, in ms. Each cell's link is
 * certified to 5 % or 1 ms of its round trip (docs/networks.md), so that two links may differ by so
 * much, and a message with them. Intervals may be narrower: every round meets the same two links.
 */
export function leastDifferenceMs(smallerMs: number): number {
  return Math.max(1, LINK_TOLERANCE * smallerMs);
}
