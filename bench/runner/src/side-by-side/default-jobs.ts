import { availableParallelism } from 'node:os';

/** Cores that a cell keeps busy over 4g, with its pages and checks: 0.22 (docs/decisions/0026). */
const CORES_PER_CELL = 0.4;
/** Share of the cores that cells may use together: the rest is for peaks, and for the bench itself. */
const USABLE = 0.8;
/** More do not pay: a group is one round of the six variants. */
const MOST = 6;

/** Cells to run side by side: 1 on one core, 4 on two, 6 from three on. */
export function defaultJobs(cores = availableParallelism()): number {
  if (cores < 2) return 1;
  return Math.min(MOST, Math.floor((USABLE * cores) / CORES_PER_CELL));
}
