import type { CellPlan } from './scenario.ts';

/**
 * Size of the first batch, which pays for what happens only once: code loaded and compiled, the
 * connections opened, files in the page cache. No measured batch is this small.
 */
export const WARMUP_SIZE = 2;

/** Sizes of the batches of a cell, the warm-up first. */
export function batchSizes({ kind, network: { workload } }: CellPlan): number[] {
  return [WARMUP_SIZE, ...(kind === 'text' ? workload.textBatches : workload.binaryBatches)];
}
