import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { lossVarianceFactor } from '@holbench/stats/loss-interval';
import {
  JITTER_DEVIATIONS,
  type Lane,
  MARGIN_MS,
  serialisationMs,
  type StreamPhase,
} from './phase.ts';
import { rateOf } from '@holbench/results/rate-of';

/** IPv4 and UDP headers and the packet's number. */
const SMALLEST_BYTES = 32;
const LARGEST_BYTES = 100;
/** Per direction: half of the capacity of measurement and emulator together on two cores. */
const MAX_PACKETS_PER_SECOND = 10_000;

/** If none of n packets is lost, the loss is below 5.3 / n with 99 % confidence. */
const LOSSLESS_SECONDS = 1;
const MIN_SECONDS = 0.5;
/** (2.576 / 0.25)²: this number of losses gives their share to ± 25 % with 99 % confidence. */
const LOSSES_WANTED = 106;

/**
 * Small UDP packets in both directions at half the rate at most, so that no queue overflows: only
 * the configured loss drops packets.
 * @param maxSeconds time limit; fewer packets are sent if they give the loss to ± 25 %.
 */
export function steadyPhase({ down, up }: NetworkProfile, maxSeconds: number): StreamPhase {
  const lane = (side: LinkDirection): Lane => {
    const { bytes, perSecond } = pace(side);
    const seconds = Math.min(maxSeconds, Math.max(MIN_SECONDS, packetsWanted(side) / perSecond));
    const packets = Math.max(1, Math.round(seconds * perSecond));
    return { packets, bytes, gapUs: 1e6 / perSecond, protocols: ['udp'] };
  };
  const longestMs = (side: LinkDirection): number =>
    side.delayMs +
    JITTER_DEVIATIONS * side.jitterMs +
    10 * serialisationMs(side, steadyBytes(side));
  const waitMs = Math.max(longestMs(down), longestMs(up)) + MARGIN_MS;
  return { down: lane(down), up: lane(up), waitMs };
}

/** Size of the IP packets of a steady phase. */
export function steadyBytes(side: LinkDirection): number {
  return pace(side).bytes;
}

function packetsWanted(side: LinkDirection): number {
  const { lossFraction, lossBurstPackets } = side;
  if (lossFraction === 0) return LOSSLESS_SECONDS * pace(side).perSecond;
  const factor = lossVarianceFactor(lossFraction, lossBurstPackets);
  return (LOSSES_WANTED * factor * (1 - lossFraction)) / lossFraction;
}

/** Size and number per second of small packets that take half of the bottleneck at most. */
function pace(side: LinkDirection): { bytes: number; perSecond: number } {
  const bytesPerSecond = ((rateOf(side)?.leastKbps ?? Infinity) * 1000) / 8 / 2;
  const fitting = Math.floor(bytesPerSecond / MAX_PACKETS_PER_SECOND);
  const bytes = Math.min(LARGEST_BYTES, Math.max(SMALLEST_BYTES, fitting));
  return { bytes, perSecond: Math.min(MAX_PACKETS_PER_SECOND, bytesPerSecond / bytes) };
}
