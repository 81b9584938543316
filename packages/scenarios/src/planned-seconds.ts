import { isShaped } from '@holbench/results/is-shaped';
import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { TCP_PACKET } from './full-packets.ts';
import type { CellPlan, Direction } from './scenario.ts';
import { rateOf } from '@holbench/results/rate-of';

/** Start and end of a cell's servers and browser, in seconds. */
export const PROCESSES_SECONDS = 1;
/** The same with Artillery, which starts and ends slowly. */
export const ARTILLERY_SECONDS = 4;

/** Pages per second that two cores can open and serve. */
const PAGES_PER_SECOND = 2.5;
/** Round trips before a page is ready: TCP, TLS, document, assets, upgrade or list. */
const PAGE_ROUND_TRIPS = 6;

/** Bytes per second on two cores: loading with its hash, and creating, which takes two of them. */
const LOAD_BYTES_PER_SECOND = 120e6;
const CREATE_BYTES_PER_SECOND = 40e6;
/** A text or a mutation with its headers, in bytes. */
const TEXT_BYTES = 6_000;

/** Share of a link's rate that a transfer gets. */
const RATE_SHARE = 0.9;
/** Linux waits at least this long beyond the round trip before it sends again. */
const LEAST_TIMEOUT_SECONDS = 0.2;

/** Round-trip time of an empty network, in ms. */
export function baseRttMs({ down, up }: Pick<NetworkProfile, 'down' | 'up'>): number {
  return down.delayMs + up.delayMs;
}

/** The direction of a link that a transfer fills. */
export function inDirection<Side>(
  { down, up }: { readonly down: Side; readonly up: Side },
  direction: Direction,
): Side {
  return direction === 'download' ? down : up;
}

/** Expected time until `count` pages are open, in seconds. */
export function pagesSeconds({ network: { profile } }: CellPlan, count: number): number {
  return count / PAGES_PER_SECOND + (PAGE_ROUND_TRIPS * baseRttMs(profile)) / 1_000;
}

/**
 * Full segments per second that a connection moves over a link: those of its rate, or fewer where it
 * loses the share p of them. It takes RTT √(2p/3) + T₀ min(1, 3 √(3p/8)) p (1 + 32p²) for each
 * (Padhye et al., "Modeling TCP throughput", 1998, equation 31).
 * @returns Infinity without rate and losses.
 */
export function fullSegmentsPerSecond(profile: NetworkProfile, direction: Direction): number {
  const link = inDirection(profile, direction);
  const { lossFraction: p } = link;
  const ofRate = bytesPerSecond(link) / TCP_PACKET.payloadBytes;
  const rttSeconds = baseRttMs(profile) / 1_000;
  const timeouts = Math.min(1, 3 * Math.sqrt((3 * p) / 8)) * p * (1 + 32 * p ** 2);
  const perSegment =
    rttSeconds * Math.sqrt((2 * p) / 3) + (rttSeconds + LEAST_TIMEOUT_SECONDS) * timeouts;
  return Math.min(ofRate, 1 / perSegment);
}

/**
 * Expected time to load, or to create, `count` CoValues of the cell's kind at once, in seconds.
 * @param connections that share the transfer.
 */
export function transferSeconds(
  { kind, network: { profile } }: CellPlan,
  direction: 'load' | 'create',
  count: number,
  fileBytes: number,
  connections = 1,
): number {
  const bytes = count * (kind === 'text' ? TEXT_BYTES : fileBytes);
  const machine = direction === 'load' ? LOAD_BYTES_PER_SECOND : CREATE_BYTES_PER_SECOND;
  const moving = direction === 'load' ? 'download' : 'upload';
  const rate = bytesPerSecond(inDirection(profile, moving));
  const ofLosses = TCP_PACKET.payloadBytes * connections * fullSegmentsPerSecond(profile, moving);
  const link = Math.min(rate, ofLosses);
  // A creation declares, sends and finishes; a load only asks.
  const roundTrips = direction === 'load' ? 2 : 4;
  return bytes / Math.min(machine, link) + (roundTrips * baseRttMs(profile)) / 1_000;
}

/** Of a transfer that fills a link; Infinity without a rate. */
function bytesPerSecond(link: LinkDirection): number {
  return (RATE_SHARE * (rateOf(link)?.meanKbps ?? Infinity) * 1_000) / 8;
}

/** Time to make, check twice and remove a link, in seconds. */
export function linkSeconds(profile: NetworkProfile): number {
  const LINK_SECONDS = 1.4;
  const EMULATOR_SECONDS = 0.4;
  const ROUND_TRIPS_OF_CHECKS = 6;
  /** Of both checks of a trace, beyond the gaps that they wait for. */
  const TRACE_SECONDS = 6;
  if (!isShaped(profile)) return LINK_SECONDS;
  const { trace } = profile.down;
  const ofTrace = trace ? TRACE_SECONDS + (2 * trace.longestGapMs) / 1_000 : 0;
  const roundTrips = (ROUND_TRIPS_OF_CHECKS * baseRttMs(profile)) / 1_000;
  return LINK_SECONDS + EMULATOR_SECONDS + roundTrips + ofTrace;
}
