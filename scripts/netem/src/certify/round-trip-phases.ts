import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { type ConnectPhase, type EchoPhase, MARGIN_MS, serialisationMs } from './phase.ts';

export const ECHO_BYTES = 64;
/** Of a SYN of Linux: IPv4 header, TCP header, 20 bytes of options. */
export const SYN_BYTES = 60;

/** Delays with jitter stay within so many standard deviations of it. */
const JITTER_DEVIATIONS = 6;

/** Enough round trips that `wanted` survive both ways on average. */
export function echoPhase({ down, up }: NetworkProfile, wanted: number): EchoPhase {
  const jitterMs = Math.max(down.jitterMs, up.jitterMs);
  const serialisation = Math.max(...[down, up].map((side) => serialisationMs(side, ECHO_BYTES)));
  // Further apart than the jitter: a link keeps the order, so that close packets share one delay.
  const gapMs = Math.max(5, 4 * serialisation, 4 * jitterMs);
  return {
    kind: 'echo',
    packets: surviving(wanted, down, up),
    bytes: ECHO_BYTES,
    gapUs: gapMs * 1000,
    waitMs:
      down.delayMs + up.delayMs + 2 * serialisation + 2 * JITTER_DEVIATIONS * jitterMs + MARGIN_MS,
  };
}

/** Enough connections that `wanted` lose neither SYN nor SYN-ACK on average. */
export function connectPhase({ down, up }: NetworkProfile, wanted: number): ConnectPhase {
  const serialisation = serialisationMs(down, SYN_BYTES) + serialisationMs(up, SYN_BYTES);
  const jitterMs = JITTER_DEVIATIONS * (down.jitterMs + up.jitterMs);
  return {
    kind: 'connect',
    connections: surviving(wanted, down, up),
    gapUs: Math.max(10, 4 * serialisation) * 1000,
    waitMs: 1.1 * (down.delayMs + up.delayMs) + 2 * serialisation + jitterMs + MARGIN_MS,
  };
}

/** However much is lost, it has to end. */
const MAX_ROUND_TRIPS = 200;

function surviving(wanted: number, down: LinkDirection, up: LinkDirection): number {
  const bothWays = (1 - down.lossFraction) * (1 - up.lossFraction);
  return Math.min(MAX_ROUND_TRIPS, Math.ceil(wanted / bothWays));
}
