import { isShaped } from '@holbench/results/is-shaped';
import type { NetworkProfile } from '@holbench/results/network-profile';
import type { CellPlan } from './scenario.ts';

/** Start and end of a cell's servers and browser, in seconds. */
export const PROCESSES_SECONDS = 1;
/** The same with Artillery, which starts and ends on its own clock. */
export const ARTILLERY_SECONDS = 4;

/** Pages per second that two cores open while they serve them too. */
const PAGES_PER_SECOND = 2.5;
/** Round trips before a page is ready: TCP, TLS, document, assets, upgrade or list. */
const PAGE_ROUND_TRIPS = 6;

/** Bytes per second on two cores: loading with its hash, and creating, which takes two of them. */
const LOAD_BYTES_PER_SECOND = 120e6;
const CREATE_BYTES_PER_SECOND = 40e6;
/** A text or a mutation with its headers, in bytes. */
const TEXT_BYTES = 6_000;

/** Share of its rate that one connection gets of a link, and of a link with losses. */
const RATE_SHARE = 0.9;
const LOSSY_RATE_SHARE = 0.15;

/** Round-trip time of an empty network, in ms. */
export function baseRttMs({ down, up }: Pick<NetworkProfile, 'down' | 'up'>): number {
  return down.delayMs + up.delayMs;
}

/** Expected time until `count` pages are open, in seconds. */
export function pagesSeconds({ network: { profile } }: CellPlan, count: number): number {
  return count / PAGES_PER_SECOND + (PAGE_ROUND_TRIPS * baseRttMs(profile)) / 1_000;
}

/** Expected time to load, or to create, `count` CoValues of the cell's kind at once, in seconds. */
export function transferSeconds(
  { kind, network: { profile } }: CellPlan,
  direction: 'load' | 'create',
  count: number,
  fileBytes: number,
): number {
  const bytes = count * (kind === 'text' ? TEXT_BYTES : fileBytes);
  const machine = direction === 'load' ? LOAD_BYTES_PER_SECOND : CREATE_BYTES_PER_SECOND;
  const { rateKbps, lossFraction } = profile[direction === 'load' ? 'down' : 'up'];
  const share = lossFraction > 0 ? LOSSY_RATE_SHARE : RATE_SHARE;
  const link = rateKbps === null ? Infinity : (share * rateKbps * 1_000) / 8;
  // A create declares, sends and finishes; a load asks.
  const roundTrips = direction === 'load' ? 2 : 4;
  return bytes / Math.min(machine, link) + (roundTrips * baseRttMs(profile)) / 1_000;
}

/** A link made, measured before the cell and after it, and removed, in seconds. */
export function linkSeconds(profile: NetworkProfile): number {
  const LINK_SECONDS = 1.4;
  const EMULATOR_SECONDS = 0.4;
  const ROUND_TRIPS_OF_CHECKS = 6;
  if (!isShaped(profile)) return LINK_SECONDS;
  return LINK_SECONDS + EMULATOR_SECONDS + (ROUND_TRIPS_OF_CHECKS * baseRttMs(profile)) / 1_000;
}
