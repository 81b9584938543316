import { isShaped } from '@holbench/results/is-shaped';
import { fileBytesOf } from '@holbench/results/run-network';
import type { Configuration, ConfiguredNetwork } from './configuration.ts';
import { networkSeconds } from './network/cell-traffic.ts';
import { baseRttMs } from './network/transfer-time.ts';
import type { PlannedCell } from './plan.ts';
import { plannedFanOutSeconds } from './scenarios/fan-out-timing.ts';
import { PHASES, plannedSeconds } from './scenarios/holb-timing.ts';
import { SET_UP_PAGES } from './scenarios/set-up.ts';
import { WARMUP_SIZE } from './scenarios/warm-up.ts';

const MIB = 1024 * 1024;

/** Start and end of a cell's processes, in seconds; Artillery starts and ends on its own clock. */
const PROCESSES_SECONDS = 0.7;
const ARTILLERY_SECONDS = 3.1;

/**
 * A link made and removed, and measured before the cell and after it, in seconds; an emulator's
 * start, and what both measurements wait for where a network keeps packets.
 */
const LINK_SECONDS = 1.4;
const EMULATOR_SECONDS = 0.4;
const ROUND_TRIPS_OF_CHECKS = 6;
/** The full certificate of a network, in seconds, once for each. */
const CERTIFICATE_SECONDS = 5;

/** Pages that a machine of two cores opens in a second while it serves them too. */
const PAGES_PER_SECOND = 2.5;

/** Throughput of binary transfers, in MiB/s, between what the fastest and the slowest variant do on two cores. */
const LOAD_MIB_PER_SECOND = 120;
const CREATE_MIB_PER_SECOND = 40;

/** Of what the losses make a long transfer take; measured over `4g` with texts and small files. */
const LOSS_SHARE = 0.4;

/**
 * Expected duration of a cell in seconds, on a machine like the reference one: what the machine
 * takes, and what the network adds. A guide for people, not a limit, until the run itself shows
 * better (`secondsLeft`).
 */
export function estimateSeconds(planned: PlannedCell, configuration: Configuration): number {
  const steps = networkSeconds(planned, configuration, LOSS_SHARE);
  const onNetwork = steps.reduce((sum, step) => sum + step, 0);
  return linkSeconds(planned.network) + onMachine(planned, configuration) + onNetwork;
}

function linkSeconds({ profile }: ConfiguredNetwork): number {
  if (!isShaped(profile)) return LINK_SECONDS;
  const checks = (ROUND_TRIPS_OF_CHECKS * baseRttMs(profile)) / 1_000;
  return LINK_SECONDS + EMULATOR_SECONDS + checks;
}

/** What a machine takes, in seconds: to start and end processes, and to measure. */
function onMachine(
  { scenario, kind, fanOut, network }: PlannedCell,
  { users, arrivalSeconds, subscribers }: Configuration,
): number {
  const { workload } = network;
  const fileMib = kind === 'binary' ? fileBytesOf(workload, scenario) / MIB : 0;
  const batches = kind === 'binary' ? workload.binaryBatches : workload.textBatches;
  const operations = batches.reduce((sum, size) => sum + size, WARMUP_SIZE);
  const pages = (count: number): number => count / PAGES_PER_SECOND;
  const moving = (count: number, mibPerSecond: number): number => (count * fileMib) / mibPerSecond;
  const arrival = Math.max(arrivalSeconds, pages(users));
  switch (scenario) {
    case '1a':
      return PROCESSES_SECONDS + pages(1) + moving(operations, LOAD_MIB_PER_SECOND);
    case '2c':
      return PROCESSES_SECONDS + pages(1) + moving(operations, CREATE_MIB_PER_SECOND);
    case '1b':
      return ARTILLERY_SECONDS + arrival + moving(users, LOAD_MIB_PER_SECOND);
    case '2d':
      return ARTILLERY_SECONDS + arrival + moving(users, CREATE_MIB_PER_SECOND);
    case '4f':
    case '4g':
      return PROCESSES_SECONDS + pages(2 * PHASES) + plannedSeconds(network);
    case '5h':
      return PROCESSES_SECONDS + pages(SET_UP_PAGES);
    case '6i':
      return PROCESSES_SECONDS + pages(1 + (fanOut ?? 0)) + plannedFanOutSeconds(workload);
    case '3e':
      return PROCESSES_SECONDS + pages((subscribers + 1) / 2) + workload.mutations * 0.03;
  }
}

/** Expected duration of a whole run, in seconds. */
export function estimateRunSeconds(
  cells: readonly PlannedCell[],
  configuration: Configuration,
): number {
  return cells.reduce(
    (sum, planned) => sum + estimateSeconds(planned, configuration),
    configuration.networks.length * CERTIFICATE_SECONDS,
  );
}
