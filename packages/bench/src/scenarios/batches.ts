import type { BatchSpec } from '@holbench/client/workloads/spec';
import type { CellRun } from '../cell-run.ts';

/**
 * Size of the first batch, which pays for what happens only once: code loaded and compiled, the
 * connections opened, files in the page cache. No measured batch is this small.
 */
export const WARMUP_SIZE = 2;

/** The warm-up batch and then the configured ones, each with a seed of its own. */
export function batches({ cell, configuration, timeoutMs }: CellRun): BatchSpec[] {
  const sizes = cell.kind === 'text' ? configuration.textBatches : configuration.binaryBatches;
  return [WARMUP_SIZE, ...sizes].map((size) => ({
    size,
    kind: cell.kind,
    timeoutMs,
    seed: cell.seed * 1_000 + size,
    fileBytes: configuration.fileBytes,
  }));
}
