import type { BatchSpec } from '@holbench/client/workloads/spec';
import type { CellRun } from '../cell-run.ts';
import { WARMUP_SIZE } from './warm-up.ts';

/** The warm-up batch and then the configured ones, each with a seed of its own. */
export function batches({ cell, timeoutMs }: CellRun): BatchSpec[] {
  const { textBatches, binaryBatches, fileBytes } = cell.network.workload;
  const sizes = cell.kind === 'text' ? textBatches : binaryBatches;
  return [WARMUP_SIZE, ...sizes].map((size) => ({
    size,
    kind: cell.kind,
    timeoutMs,
    seed: cell.seed * 1_000 + size,
    fileBytes,
  }));
}
