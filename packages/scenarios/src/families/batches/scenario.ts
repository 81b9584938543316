import { pagesSeconds, PROCESSES_SECONDS, transferSeconds } from '../../planned-seconds.ts';
import type { CellPlan, Scenario } from '../../scenario.ts';

/**
 * Size of the first batch, which has the one-time costs: code loaded and compiled, connections
 * opened, files in the page cache. No measured batch is this small.
 */
export const WARMUP_SIZE = 2;

/** Sizes of the batches of a cell, the warm-up first. */
export function batchSizes({ kind, network: { workload } }: CellPlan): number[] {
  return [WARMUP_SIZE, ...(kind === 'text' ? workload.textBatches : workload.binaryBatches)];
}

type Definition = Pick<Scenario, 'id' | 'title'> & { readonly operation: 'load' | 'create' };

/** The scenarios of one user and batches, which differ in the operation. */
export function manyAtOnce({ operation, ...definition }: Definition): Scenario {
  const transfers = (cell: CellPlan): number[] => {
    const { fileBytes } = cell.network.workload;
    return batchSizes(cell).map((size) => transferSeconds(cell, operation, size, fileBytes));
  };
  return {
    ...definition,
    kinds: ['text', 'binary'],
    presets: ['smoke', 'standard', 'full'],
    parameters: ['fileBytes', 'textBatches', 'binaryBatches'],
    features: [],
    family: 'batches',
    direction: operation === 'load' ? 'download' : 'upload',
    files: 'fileBytes',
    plannedSeconds: (cell) =>
      transfers(cell).reduce(
        (sum, seconds) => sum + seconds,
        PROCESSES_SECONDS + pagesSeconds(cell, 1),
      ),
    transfers,
  };
}
