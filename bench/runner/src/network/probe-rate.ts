import type { NetworkProfile } from '@holbench/results/network-profile';

const MOST = 20;
/** One of each kind: below, a phase would hold next to none. */
const LEAST = 2;
/** Of what the network moves in a second: `PTC` of draft-ietf-ippm-responsiveness. */
const SHARE = 0.05;
/** A probe with its headers, in the mean of both kinds: a text, or a mutation and its event. */
const DOWN_BYTES = 3_500;
const UP_BYTES = 700;

/**
 * How many probes a second are sent over a network: 20, or as many as take a twentieth of either
 * direction, so that they do not wait for each other.
 */
export function probesPerSecond({ down, up }: NetworkProfile): number {
  const fits = (rateKbps: number | null, bytes: number): number =>
    rateKbps === null ? MOST : Math.floor((SHARE * rateKbps * 1_000) / (bytes * 8));
  const most = Math.min(fits(down.rateKbps, DOWN_BYTES), fits(up.rateKbps, UP_BYTES));
  return Math.max(LEAST, Math.min(MOST, most));
}
