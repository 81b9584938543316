import { availableParallelism } from 'node:os';
import { congestionControlOf } from '@holbench/factors/congestion-control';
import type { NetworkProfile } from '@holbench/results/network-profile';
import { TCP_PACKET } from '@holbench/scenarios/full-packets';
import { fullSegmentsPerSecond } from '@holbench/scenarios/planned-seconds';
import { scenarioOf } from '@holbench/scenarios/registry';
import { variant as variantOf } from '@holbench/variants/registry';
import type { PlannedCell } from '../planned-cell.ts';
import { rateOf } from '@holbench/results/rate-of';

/** Up to this rate cells run side by side: docs/decisions/0026 compares them with cells alone. */
const MOST_KBPS = 25_000;
/** A full link of 20 Mbit/s costs 0.3 to 0.6 cores, twice as much as one that losses keep empty. */
const BUSY_MBPS = 10;

/**
 * Cells in the order in which they run, those of a group side by side. A group has up to `jobs` cells of
 * one round and one network whose scenarios allow it; one that fills its link counts as two. It takes
 * those that come next in the shuffled order, so that drift affects all alike, and stands where its first
 * cell would. The groups of a round and network are about as big, because a cell beside more others is
 * not quite the same.
 */
export function groupCells(cells: readonly PlannedCell[], jobs: number): PlannedCell[][] {
  const companies = Map.groupBy(cells, (cell) =>
    mayHaveCompany(cell) ? `${cell.network.profile.id} ${cell.round}` : cell,
  );
  const groups = [...companies.values()].flatMap((company) => evenParts(company, jobs));
  const place = new Map(cells.map((cell, index) => [cell, index]));
  const placeOf = ([first]: PlannedCell[]) => (first && place.get(first)) ?? 0;
  return groups.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function mayHaveCompany({ network: { profile }, scenario }: PlannedCell): boolean {
  return scenarioOf(scenario).sideBySide === true && leavesCoresIdle(profile);
}

/**
 * Whether the link, not a core, limits a cell. Such a network has an emulator, and each cell has its own;
 * over loopback they would share the ports.
 */
function leavesCoresIdle({ down, up }: NetworkProfile): boolean {
  return [down, up].every((link) => (rateOf(link)?.meanKbps ?? Infinity) <= MOST_KBPS);
}

/** Jobs that a cell takes: four that fill their links would be limited by two cores. */
function weightOf(cell: PlannedCell): number {
  return fillsItsLink(cell) ? 2 : 1;
}

function weightOfAll(cells: readonly PlannedCell[]): number {
  return cells.reduce((sum, cell) => sum + weightOf(cell), 0);
}

/** Whether a transfer moves more than BUSY_MBPS, rather than what losses leave of its link's rate. */
function fillsItsLink({ variant, network: { profile }, factors, scenario }: PlannedCell): boolean {
  // BBR goes on in spite of losses: envoy-http3 has 17.9 of the 20 Mbit/s of reference-4g (docs/decisions/0032).
  const isBbr = congestionControlOf(variantOf(variant), factors) === 'bbr';
  const path = isBbr ? withoutLosses(profile) : profile;
  const { direction = 'download' } = scenarioOf(scenario);
  const bytesPerSecond = TCP_PACKET.payloadBytes * fullSegmentsPerSecond(path, direction);
  return (8 * bytesPerSecond) / 1e6 > BUSY_MBPS;
}

function withoutLosses({ down, up, ...profile }: NetworkProfile): NetworkProfile {
  const lossless = { lossFraction: 0, lossBurstPackets: 1 };
  return { ...profile, down: { ...down, ...lossless }, up: { ...up, ...lossless } };
}

/** As few parts as hold `most` each, by weight, and of about the same, in their order. */
function evenParts(cells: readonly PlannedCell[], most: number): PlannedCell[][] {
  const parts: PlannedCell[][] = [];
  let rest = cells;
  while (rest.length > 0) {
    const weight = weightOfAll(rest);
    const even = Math.ceil(weight / Math.ceil(weight / most));
    const fits = rest.findIndex((_, index) => weightOfAll(rest.slice(0, index + 1)) > even);
    // One that is too heavy runs alone.
    const count = fits === -1 ? rest.length : Math.max(1, fits);
    parts.push(rest.slice(0, count));
    rest = rest.slice(count);
  }
  return parts;
}

/** Cores that a cell keeps busy over reference-4g, with its pages and checks: 0.14 to 0.29 (docs/decisions/0026, 0060). */
const CORES_PER_CELL = 0.25;
/** Share of the cores that cells may use together: the rest is for peaks, and for the bench itself. */
const USABLE = 0.8;
/** More do not pay: a group is one round of the six variants. */
const MOST = 6;

/** Cells to run side by side: 1 on one core, 6 from two on. */
export function defaultJobs(cores = availableParallelism()): number {
  if (cores < 2) return 1;
  return Math.min(MOST, Math.floor((USABLE * cores) / CORES_PER_CELL));
}
