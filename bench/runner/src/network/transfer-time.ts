import type { NetworkProfile } from '@holbench/results/network-profile';

/** Payload of a full TCP segment with time stamps, in bytes, and the packet that carries it. */
const SEGMENT_BYTES = 1_448;
const PACKET_BYTES = 1_500;

/** Linux waits at least this long, in ms, beyond the round trip before it sends again. */
const MIN_TIMEOUT_MS = 200;

/** Round-trip time of an empty network, in ms. */
export function baseRttMs({ down, up }: NetworkProfile): number {
  return down.delayMs + up.delayMs;
}

/**
 * How long a transfer of `bytes` takes at least, in seconds, when `connections` share it: what the
 * rate allows or what the losses do, whichever is slower.
 *
 * A connection that loses the fraction p of its packets sends about
 * 1 / (RTT √(2p/3) + T₀ min(1, 3 √(3p/8)) p (1 + 32 p²)) packets a second, whatever the rate:
 * Padhye, Firoiu, Towsley, Kurose, "Modeling TCP throughput" (SIGCOMM 1998), equation 31, with
 * every packet acknowledged. It was made for Reno; cubic is about as fast at these rates. It holds
 * for transfers that meet many losses: one of a few hundred packets lives on what slow start opened.
 * @param lossShare how much of that time counts.
 */
export function transferSeconds(
  profile: NetworkProfile,
  direction: 'down' | 'up',
  bytes: number,
  connections: number,
  lossShare = 1,
): number {
  const { rateKbps, lossFraction: p } = profile[direction];
  const packets = bytes / SEGMENT_BYTES;
  const atRate = rateKbps === null ? 0 : (packets * PACKET_BYTES * 8) / (rateKbps * 1_000);
  const rttSeconds = baseRttMs(profile) / 1_000;
  const timeoutSeconds = rttSeconds + MIN_TIMEOUT_MS / 1_000;
  const secondsPerPacket =
    rttSeconds * Math.sqrt((2 * p) / 3) +
    timeoutSeconds * Math.min(1, 3 * Math.sqrt((3 * p) / 8)) * p * (1 + 32 * p ** 2);
  return Math.max(atRate, (lossShare * packets * secondsPerPacket) / connections);
}
