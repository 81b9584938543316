import { batchSizes } from './batches.ts';
import type { BatchSpec } from './page/operation-spec.ts';
import type { CellRun } from './port/cell-run.ts';

/** The warm-up batch and then the configured ones, each with a seed of its own. */
export function batchSpecs({ cell, timeoutMs }: CellRun): BatchSpec[] {
  const { kind, seed, network } = cell;
  const { fileBytes } = network.workload;
  return batchSizes(cell).map((size) => {
    return { size, kind, timeoutMs, seed: seed * 1_000 + size, fileBytes };
  });
}
