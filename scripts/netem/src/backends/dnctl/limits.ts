import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';

/**
 * What dummynet of macOS holds. Byte queues above 1 MiB and slot queues above 100 are changed
 * silently by the kernel (`set_fs_parms` in bsd/netinet/ip_dummynet.c of apple-oss-distributions/xnu),
 * and bandwidth is a 32-bit signed integer of bit/s (`dn_pipe` in ip_dummynet.h): refused here.
 */
export const MAX_QUEUE_BYTES = 1024 * 1024;
const MAX_QUEUE_PACKETS = 100;
const MAX_RATE_KBPS = (2 ** 31 - 1) / 1000;

/** @returns which part of a profile dummynet cannot do, or null when it can do it all. */
export function beyondDummynet(profile: NetworkProfile): string | null {
  return beyond(profile.down) ?? beyond(profile.up);
}

function beyond(direction: LinkDirection): string | null {
  const { rateKbps, delayMs, jitterMs, lossFraction, lossBurstPackets, queue } = direction;
  if (jitterMs > 0) return 'dummynet has no jitter';
  if (lossFraction > 0 && lossBurstPackets > 1) return 'dummynet loses packets one by one only';
  if (!Number.isInteger(delayMs)) return `dummynet delays by whole milliseconds, not ${delayMs} ms`;
  if (rateKbps !== null && rateKbps > MAX_RATE_KBPS) return 'dummynet ends at 2.1 Gbit/s';
  if (queue?.kind === 'codel') return 'dummynet of macOS has no CoDel';
  if (queue?.kind === 'droptail' && queue.limitBytes > MAX_QUEUE_BYTES) {
    return `dummynet queues hold 1 MiB at most, not ${queue.limitBytes} bytes`;
  }
  if (queue?.kind === 'droptail-packets' && queue.limitPackets > MAX_QUEUE_PACKETS) {
    return `dummynet queues hold ${MAX_QUEUE_PACKETS} packets at most, not ${queue.limitPackets}`;
  }
  return null;
}
