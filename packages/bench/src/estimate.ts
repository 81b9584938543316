import { fileBytesOf, type Configuration } from './configuration.ts';
import type { PlannedCell } from './plan.ts';

const MIB = 1024 * 1024;

/** Start and end of a cell's processes, in seconds; Artillery starts and ends on its own clock. */
const PROCESSES_SECONDS = 1.5;
const ARTILLERY_SECONDS = 3;

/** Pages that a machine of two cores opens in a second while it serves them too. */
const PAGES_PER_SECOND = 2.5;

/** Throughput of binary transfers, in MiB/s, between what the fastest and the slowest variant do on two cores. */
const LOAD_MIB_PER_SECOND = 120;
const CREATE_MIB_PER_SECOND = 80;

/**
 * Expected duration of a cell in seconds, on a machine like the reference one. A guide for people,
 * not a limit: the progress bar corrects it by what it sees.
 */
export function estimateSeconds(planned: PlannedCell, configuration: Configuration): number {
  const { users, arrivalSeconds, subscribers, mutations } = configuration;
  const fileMib =
    planned.kind === 'binary' ? fileBytesOf(configuration, planned.scenario) / MIB : 0;
  const batches =
    planned.kind === 'binary' ? configuration.binaryBatches : configuration.textBatches;
  const operations = batches.reduce((sum, size) => sum + size, 2);
  const userSeconds = ARTILLERY_SECONDS + Math.max(arrivalSeconds, users / PAGES_PER_SECOND);
  switch (planned.scenario) {
    case '1a':
      return PROCESSES_SECONDS + (operations * fileMib) / LOAD_MIB_PER_SECOND;
    case '2c':
      return PROCESSES_SECONDS + (operations * fileMib) / CREATE_MIB_PER_SECOND;
    case '1b':
      return userSeconds + (users * fileMib) / LOAD_MIB_PER_SECOND;
    case '2d':
      return userSeconds + (users * fileMib) / CREATE_MIB_PER_SECOND;
    case '3e':
      return PROCESSES_SECONDS + (subscribers + 1) / (2 * PAGES_PER_SECOND) + mutations * 0.03;
  }
}

/** Expected duration of a whole run, in seconds. */
export function estimateRunSeconds(
  cells: readonly PlannedCell[],
  configuration: Configuration,
): number {
  return cells.reduce((sum, planned) => sum + estimateSeconds(planned, configuration), 0);
}
