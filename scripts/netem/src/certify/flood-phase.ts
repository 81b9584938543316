import type { LinkDirection, NetworkProfile, Queue } from '@holbench/results/network-profile';
import {
  JITTER_DEVIATIONS,
  type Lane,
  MARGIN_MS,
  type Protocol,
  serialisationMs,
  type StreamPhase,
} from './phase.ts';
import { rateOf } from '@holbench/results/rate-of';

/** A flood offers the bottleneck this multiple of its rate, after losses. */
export const OVERLOAD = 1.5;
/** Rate of a flood on a link without a rate: all of it must arrive. */
export const UNLIMITED_OFFER_KBPS = 100_000;

const FULL_SIZE_BYTES = 1500;
/** Smallest packet: a flood is about bytes. */
const SMALLEST_BYTES = 200;
/** Packets get smaller where the rate is so low that fewer of full size would pass. */
const PACKETS_WANTED = 100;

/** The queue must stay full for a while. */
const FILL_MARGIN = 1.3;
/** Longest flood. Deeper queues are not measured: see `fillsQueue`. */
const MAX_SECONDS = 4;
/** With more than 90 % loss the bottleneck is not overloaded, and its rate cannot be measured. */
const LEAST_ARRIVING = 0.1;

export interface FloodOptions {
  readonly protocols: readonly Protocol[];
  /** Shortest duration. */
  readonly seconds: number;
  /** Goes on until the queue has overflowed. */
  readonly fillsQueue: boolean;
}

/** More packets than the bottleneck takes, in both directions at once. */
export function floodPhase({ down, up }: NetworkProfile, options: FloodOptions): StreamPhase {
  const lane = (side: LinkDirection): Lane => {
    const bytes = floodBytes(side, options.seconds);
    const gapUs = (bytes * 8000) / offeredKbps(side);
    const fillSeconds = options.fillsQueue ? (secondsToFill(side, bytes) ?? 0) : 0;
    const seconds = Math.max(options.seconds, Math.min(MAX_SECONDS, fillSeconds));
    const packets = Math.max(2, Math.round((seconds * 1e6) / gapUs));
    return { packets, bytes, gapUs, protocols: options.protocols };
  };
  const lanes = { down: lane(down), up: lane(up) };
  return {
    ...lanes,
    waitMs: Math.max(longestMs(down, lanes.down), longestMs(up, lanes.up)) + MARGIN_MS,
  };
}

/** Size of the IP packets of a flood of `seconds`. */
export function floodBytes(side: LinkDirection, seconds: number): number {
  const kbps = rateOf(side)?.leastKbps ?? Infinity;
  const share = Math.round((kbps * 1000 * seconds) / 8 / PACKETS_WANTED);
  return Math.min(FULL_SIZE_BYTES, Math.max(SMALLEST_BYTES, share));
}

/** True when a flood makes the queue overflow and shows its depth. */
export function isQueueFilled(side: LinkDirection, seconds: number): boolean {
  const fill = secondsToFill(side, floodBytes(side, seconds));
  return fill !== null && fill <= MAX_SECONDS;
}

/** Limit in bytes of a queue of packets of `bytes`. */
export function queueLimitBytes(queue: Queue, bytes: number): number {
  return queue.kind === 'droptail-packets' ? queue.limitPackets * bytes : queue.limitBytes;
}

function offeredKbps(side: LinkDirection): number {
  const rate = rateOf(side);
  if (rate === null) return UNLIMITED_OFFER_KBPS;
  return (OVERLOAD * rate.meanKbps) / Math.max(LEAST_ARRIVING, 1 - side.lossFraction);
}

/**
 * Time in which the excess over the rate fills the queue, with a margin. Null without a queue of
 * fixed depth, such as CoDel's.
 */
function secondsToFill(side: LinkDirection, bytes: number): number | null {
  const [rate, { queue }] = [rateOf(side), side];
  if (rate === null || queue === null || queue.kind === 'codel') return null;
  const excess = (OVERLOAD - 1) * rate.meanKbps * 1000;
  return (FILL_MARGIN * queueLimitBytes(queue, bytes) * 8) / excess;
}

/** Longest time that a packet of a flood is on the link: delay, and the queue that has grown. */
function longestMs(side: LinkDirection, { packets, bytes, gapUs }: Lane): number {
  const limit = side.queue === null ? Infinity : queueLimitBytes(side.queue, bytes);
  const backlogMs = ((OVERLOAD - 1) * packets * gapUs) / 1000;
  const queueMs = rateOf(side) === null ? 0 : Math.min(serialisationMs(side, limit), backlogMs);
  const sendingMs = 2 * serialisationMs(side, bytes);
  return side.delayMs + queueMs + sendingMs + JITTER_DEVIATIONS * side.jitterMs;
}
