import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { type Lane, MARGIN_MS, type Protocol, serialisationMs, type StreamPhase } from './phase.ts';

/** A flood offers this times the rate to the bottleneck: what the loss before it leaves over. */
const OVERLOAD = 1.5;
/** What a flood offers where there is no rate: all of it has to arrive. */
export const UNLIMITED_OFFER_KBPS = 100_000;

const FULL_SIZE_BYTES = 1500;
/** Not smaller: a flood is about bytes. */
const SMALLEST_BYTES = 200;
/** Smaller packets where the rate is so low that fewer of full size would pass. */
const PACKETS_WANTED = 100;

/** The queue has to be seen full for a while, not only to have become so. */
const FILL_MARGIN = 1.3;
/** Longest flood. Deeper queues are not measured: see `fillsQueue`. */
const MAX_SECONDS = 4;

export interface FloodOptions {
  readonly protocols: readonly Protocol[];
  /** How long, at least. */
  readonly seconds: number;
  /** Goes on until the queue has overflowed. */
  readonly fillsQueue: boolean;
}

/** More packets than the bottleneck takes, in both directions at once. */
export function floodPhase({ down, up }: NetworkProfile, options: FloodOptions): StreamPhase {
  const lane = (side: LinkDirection): Lane => {
    const bytes = floodBytes(side, options.seconds);
    const gapUs = (bytes * 8000) / offeredKbps(side);
    const fillSeconds = options.fillsQueue ? secondsToFill(side, bytes) : 0;
    const seconds = Math.max(options.seconds, Math.min(MAX_SECONDS, fillSeconds));
    const packets = Math.max(2, Math.round((seconds * 1e6) / gapUs));
    return { packets, bytes, gapUs, protocols: options.protocols };
  };
  const lanes: [Lane, Lane] = [lane(down), lane(up)];
  const waitMs = Math.max(longestMs(down, lanes[0]), longestMs(up, lanes[1])) + MARGIN_MS;
  return { kind: 'stream', down: lanes[0], up: lanes[1], waitMs };
}

/** Of the IP packets of a flood of `seconds`. */
export function floodBytes({ rateKbps }: LinkDirection, seconds: number): number {
  if (rateKbps === null) return FULL_SIZE_BYTES;
  const share = Math.round((rateKbps * 1000 * seconds) / 8 / PACKETS_WANTED);
  return Math.min(FULL_SIZE_BYTES, Math.max(SMALLEST_BYTES, share));
}

/** True when a flood makes the queue overflow and shows its depth: CoDel's has no fixed one. */
export function isQueueFilled(side: LinkDirection, seconds: number): boolean {
  if (side.rateKbps === null || side.queue === null || side.queue.kind === 'codel') return false;
  return secondsToFill(side, floodBytes(side, seconds)) <= MAX_SECONDS;
}

/** Bytes that wait at most in front of the bottleneck, of packets of `bytes`; null without limit. */
export function queueLimitBytes({ queue }: LinkDirection, bytes: number): number | null {
  if (queue === null) return null;
  return queue.kind === 'droptail-packets' ? queue.limitPackets * bytes : queue.limitBytes;
}

/** With more loss than 90 % the bottleneck is not overloaded any more, and no rate shows. */
const LEAST_ARRIVING = 0.1;

function offeredKbps({ rateKbps, lossFraction }: LinkDirection): number {
  if (rateKbps === null) return UNLIMITED_OFFER_KBPS;
  return (OVERLOAD * rateKbps) / Math.max(LEAST_ARRIVING, 1 - lossFraction);
}

/** Of what arrives at the bottleneck, what is above its rate stays in the queue; with a margin. */
function secondsToFill(side: LinkDirection, bytes: number): number {
  const limit = queueLimitBytes(side, bytes);
  if (limit === null || side.rateKbps === null || side.queue?.kind === 'codel') return 0;
  return (FILL_MARGIN * limit * 8) / ((OVERLOAD - 1) * side.rateKbps * 1000);
}

/** The longest that a packet of a flood can be under way: delay, and the queue that it has grown. */
function longestMs(side: LinkDirection, lane: Lane): number {
  const limit = queueLimitBytes(side, lane.bytes) ?? Infinity;
  const backlogMs = ((OVERLOAD - 1) * lane.packets * lane.gapUs) / 1000;
  const queueMs = side.rateKbps === null ? 0 : Math.min(serialisationMs(side, limit), backlogMs);
  return side.delayMs + queueMs + 2 * serialisationMs(side, lane.bytes) + 6 * side.jitterMs;
}
