import { fileBytesOf } from '@holbench/results/run-network';
import type { Configuration } from './configuration.ts';
import { networkSeconds } from './network/cell-traffic.ts';
import type { PlannedCell } from './plan.ts';
import { plannedFanOutSeconds } from './scenarios/fan-out-timing.ts';
import { PHASES, plannedSeconds } from './scenarios/holb-timing.ts';
import { SET_UP_PAGES } from './scenarios/set-up.ts';
import { WARMUP_SIZE } from './scenarios/warm-up.ts';

const MIB = 1024 * 1024;

/** Start and end of a cell's processes, in seconds; Artillery starts and ends on its own clock. */
const PROCESSES_SECONDS = 1.5;
const ARTILLERY_SECONDS = 3;

/** A link made and removed, and measured before the cell and after it, in seconds. */
const LINK_SECONDS = 3;
/** The full certificate of a network, in seconds, once for each. */
const CERTIFICATE_SECONDS = 8;

/** Pages that a machine of two cores opens in a second while it serves them too. */
const PAGES_PER_SECOND = 2.5;

/** Throughput of binary transfers, in MiB/s, between what the fastest and the slowest variant do on two cores. */
const LOAD_MIB_PER_SECOND = 120;
const CREATE_MIB_PER_SECOND = 80;

/**
 * Expected duration of a cell in seconds, on a machine like the reference one: what the machine
 * takes, or the network where that is slower. A guide for people, not a limit: the progress bar
 * corrects it by what it sees.
 */
export function estimateSeconds(planned: PlannedCell, configuration: Configuration): number {
  const onNetwork = networkSeconds(planned, configuration).reduce((sum, step) => sum + step, 0);
  const { processes, work } = onMachine(planned, configuration);
  return LINK_SECONDS + processes + Math.max(work, onNetwork);
}

/** What a machine takes without a network, in seconds: to start and end processes, and to measure. */
function onMachine(
  { scenario, kind, fanOut, network }: PlannedCell,
  { users, arrivalSeconds, subscribers }: Configuration,
): { processes: number; work: number } {
  const { workload } = network;
  const fileMib = kind === 'binary' ? fileBytesOf(workload, scenario) / MIB : 0;
  const batches = kind === 'binary' ? workload.binaryBatches : workload.textBatches;
  const operations = batches.reduce((sum, size) => sum + size, WARMUP_SIZE);
  const arrival = Math.max(arrivalSeconds, users / PAGES_PER_SECOND);
  const processes = PROCESSES_SECONDS;
  switch (scenario) {
    case '1a':
      return { processes, work: (operations * fileMib) / LOAD_MIB_PER_SECOND };
    case '2c':
      return { processes, work: (operations * fileMib) / CREATE_MIB_PER_SECOND };
    case '1b':
      return {
        processes: ARTILLERY_SECONDS,
        work: arrival + (users * fileMib) / LOAD_MIB_PER_SECOND,
      };
    case '2d':
      return {
        processes: ARTILLERY_SECONDS,
        work: arrival + (users * fileMib) / CREATE_MIB_PER_SECOND,
      };
    case '4f':
    case '4g': {
      const pages = (2 * PHASES) / PAGES_PER_SECOND;
      return { processes: processes + pages + plannedSeconds(network), work: 0 };
    }
    case '5h':
      return { processes, work: SET_UP_PAGES / PAGES_PER_SECOND };
    case '6i': {
      const pages = (1 + (fanOut ?? 0)) / PAGES_PER_SECOND;
      return { processes: processes + pages + plannedFanOutSeconds(workload), work: 0 };
    }
    case '3e': {
      const pages = (subscribers + 1) / (2 * PAGES_PER_SECOND);
      return { processes, work: pages + workload.mutations * 0.03 };
    }
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
