import type { LinkDirection } from '@holbench/results/network-profile';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { maximum, median, orderStatistic } from '@holbench/stats/statistics';
import type { Link } from '../backend.ts';
import { longestTransitMs } from '../topology/packet-counter.ts';
import { oneWayDelaysUs } from './lane-reading.ts';
import { type Lane, serialisationMs } from './phase.ts';
import { type LaneObservation, runStream } from './run-measurement.ts';

/** Per direction. With 32 bytes each they take 5.1 kbit/s, a hundredth of the slowest profile's rate. */
const PER_SECOND = 20;
const BYTES = 32;

/** What beacons of one direction saw. */
export interface BeaconReading {
  readonly sent: number;
  readonly lost: number;
  /** One-way delays beyond the configured, in ms: the wait in the queue. Null when none arrived. */
  readonly waitMs: { readonly median: number; readonly p95: number; readonly max: number } | null;
}

/**
 * Sends small UDP packets both ways over a link in use. They share its queue, so their delay is that
 * of a packet that arrives at any time. They draw from the sequence of losses, too.
 * @param seconds how long it sends; it resolves when the last one has had its time to arrive.
 * @throws UserError when Python is missing, or the emulator ends.
 */
export async function sendBeacons(
  link: Pick<Link, 'client' | 'server' | 'ended' | 'profile'>,
  seconds: number,
): Promise<Record<'down' | 'up', BeaconReading>> {
  const { down, up } = link.profile;
  const lane: Lane = {
    packets: Math.ceil(seconds * PER_SECOND),
    bytes: BYTES,
    gapUs: 1e6 / PER_SECOND,
    protocols: ['udp'],
  };
  const waitMs = Math.max(longestTransitMs(down), longestTransitMs(up));
  const seen = await runStream(link, { down: lane, up: lane, waitMs });
  return { down: reading(down, seen.down), up: reading(up, seen.up) };
}

function reading(side: LinkDirection, seen: LaneObservation): BeaconReading {
  const sent = seen.sentUs.length;
  const lost = sent - new Set(seen.arrived).size;
  const configuredMs = side.delayMs + serialisationMs(side, BYTES);
  const waits = sortSamples(oneWayDelaysUs(seen).map((us) => us / 1000 - configuredMs));
  if (waits === null) return { sent, lost, waitMs: null };
  return {
    sent,
    lost,
    waitMs: { median: median(waits), p95: orderStatistic(waits, 0.95), max: maximum(waits) },
  };
}
