import { pagesSeconds, PROCESSES_SECONDS, transferSeconds } from '../../planned-seconds.ts';
import type { CellPlan, Scenario } from '../../scenario.ts';

/**
 * Size of the first batch, which has the server's one-time costs: code loaded and compiled, files in
 * the page cache. No measured batch is this small.
 */
export const WARMUP_SIZE = 2;

/**
 * Texts at once, of the scenario's own operation, that open the connections of each new page before
 * its batch: as many as Chromium opens to an origin over HTTP/1.1. So every size begins with all of
 * them open.
 */
export const OPENING_SIZE = 6;

/** Sizes of the measured batches of a cell. */
export function batchSizes({ kind, workload }: CellPlan): readonly number[] {
  return kind === 'text' ? workload.textBatches : workload.binaryBatches;
}

type Definition = Pick<Scenario, 'id' | 'title'> & { readonly operation: 'load' | 'create' };

/** The scenarios of one user and batches, which differ in the operation. */
export function manyAtOnce({ operation, ...definition }: Definition): Scenario {
  const transfers = (cell: CellPlan): number[] => {
    const { fileBytes } = cell.workload;
    const sizes = [WARMUP_SIZE, ...batchSizes(cell)];
    return sizes.map((size) => transferSeconds(cell, operation, size, fileBytes));
  };
  return {
    ...definition,
    kinds: ['text', 'binary'],
    parameters: ['fileBytes', 'textBatches', 'binaryBatches'],
    features: operation === 'create' ? ['uploads'] : [],
    family: 'batches',
    direction: operation === 'load' ? 'download' : 'upload',
    files: 'fileBytes',
    ...(operation === 'load' && { forOwnServers: true }),
    plannedSeconds: (cell) => {
      // One after the other, each on a page of its own.
      const opening = transferSeconds({ ...cell, kind: 'text' }, operation, OPENING_SIZE, 0);
      return transfers(cell).reduce(
        (sum, seconds) => sum + pagesSeconds(cell, 1) + opening + seconds,
        PROCESSES_SECONDS,
      );
    },
    transfers,
  };
}
