import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { rateOf } from '@holbench/results/rate-of';

export type Protocol = 'udp' | 'tcp';

/** Packets of one direction at a steady pace; packet i is of `protocols[i % protocols.length]`. */
export interface Lane {
  readonly packets: number;
  /** Size of the IP packet. */
  readonly bytes: number;
  readonly gapUs: number;
  readonly protocols: readonly Protocol[];
}

/** Packets in both directions at once. */
export interface StreamPhase {
  readonly down: Lane;
  readonly up: Lane;
  /** Time limit for packets on the link after the last was sent. */
  readonly waitMs: number;
}

/** UDP packets that the server sends back, or TCP connections, begun by the client. */
export interface RoundTripPhase {
  readonly count: number;
  /** Size of the IP packet. */
  readonly bytes: number;
  readonly gapUs: number;
  /** Time limit of each. */
  readonly waitMs: number;
}

/** Time for a packet beyond that of the profile, in ms. */
export const MARGIN_MS = 100;

/** Time that a packet takes at the bottleneck, in ms. */
export function serialisationMs(side: LinkDirection, bytes: number): number {
  const rate = rateOf(side);
  return rate === null ? 0 : (bytes * 8) / rate.meanKbps;
}

/** Sizes of the packets of round trips. A SYN of Linux: IPv4 and TCP headers, 20 bytes of options. */
export const ECHO_BYTES = 64;
export const SYN_BYTES = 60;

/** A normally distributed delay stays within this number of standard deviations. */
export const JITTER_DEVIATIONS = 6;
/**
 * Shortest time between two changes of a varying delay. A packet takes the delay at its entry only if it leaves before
 * the second change after it (docs/decisions/0064).
 */
const SHORTEST_STEP_MS = 100;

/** Time for which a varying delay keeps a value: longer than any packet is delayed. */
export function delayStepMs({ delayMs, jitterMs }: LinkDirection): number {
  return Math.max(SHORTEST_STEP_MS, Math.ceil(delayMs + JITTER_DEVIATIONS * jitterMs));
}

/** Upper limit, however much is lost. */
const MAX_ROUND_TRIPS = 200;

/** Enough round trips that `wanted` survive both ways on average. */
export function roundTripPhase(
  { down, up }: NetworkProfile,
  bytes: number,
  wanted: number,
): RoundTripPhase {
  const serialisation = Math.max(serialisationMs(down, bytes), serialisationMs(up, bytes));
  const surviving = (1 - down.lossFraction) * (1 - up.lossFraction);
  // Each has delays of its own.
  const steps = [down, up].map((side) => (side.jitterMs > 0 ? delayStepMs(side) : 0));
  const gapMs = Math.max(5, 4 * serialisation, ...steps);
  return {
    count: Math.min(MAX_ROUND_TRIPS, Math.ceil(wanted / surviving)),
    bytes,
    gapUs: gapMs * 1000,
    waitMs:
      1.1 * (down.delayMs + up.delayMs) +
      4 * serialisation +
      JITTER_DEVIATIONS * (down.jitterMs + up.jitterMs) +
      MARGIN_MS,
  };
}
