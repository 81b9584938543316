import { availableParallelism } from 'node:os';

/** Cores that a cell keeps busy inside its windows, at most, over 4g (docs/decisions/0026). */
const CORES_PER_CELL = 0.5;
/** Share of the cores that cells may use together: the rest is for peaks, and for the bench itself. */
const USABLE = 0.8;
/** More do not pay: a group is one round of the six variants. */
const MOST = 6;

/** Cells to run side by side: 1 on one core, 3 on two, 6 from four on. */
export function defaultJobs(cores = availableParallelism()): number {
  return Math.min(MOST, Math.max(1, Math.floor((USABLE * cores) / CORES_PER_CELL)));
}
