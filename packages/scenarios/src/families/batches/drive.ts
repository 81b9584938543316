import { seededRandom, shuffled } from '@holbench/stats/seeded-random';
import type { PayloadKind } from '@holbench/results/sample';
import type { Browser } from 'playwright-core';
import type { CellRun } from '../../port/cell-run.ts';
import type { BatchPage } from './page.ts';
import { batchSizes, OPENING_SIZE, WARMUP_SIZE } from './scenario.ts';

/**
 * One user per batch, in a new browser context: no batch inherits connections, congestion windows or
 * compiled code from another. The sizes take turns in an order of the cell's seed, and a small batch
 * before them warms up the server.
 */
export async function drive(run: CellRun): Promise<void> {
  const browser = await run.browser();
  const sizes = shuffled(batchSizes(run.cell), seededRandom(run.cell.seed));
  await runOnNewPage(run, browser, WARMUP_SIZE, true);
  for (const size of sizes) await runOnNewPage(run, browser, size, false);
}

async function runOnNewPage(
  run: CellRun,
  browser: Browser,
  size: number,
  warmup: boolean,
): Promise<void> {
  const { kind, seed, workload } = run.cell;
  const { fileBytes } = workload;
  const user = await run.openPage<BatchPage>(browser);
  const batch = (batchKind: PayloadKind, of: number) =>
    user.call('runBatch', {
      kind: batchKind,
      size: of,
      seed: seed * 1_000 + of,
      timeoutMs: run.timeoutMs,
      fileBytes,
    });
  run.record(await batch('text', OPENING_SIZE), { warmup: true });
  run.record(await batch(kind, size), { warmup });
  await user.close();
}
