import { batches } from './batches.ts';
import type { CellRun } from '../cell-run.ts';
import { openPage } from './open-page.ts';
import { WARMUP_SIZE } from './warm-up.ts';

/** 2c: one user creates batches of CoValues, each batch at once. */
export async function createBatch(run: CellRun): Promise<void> {
  const page = await openPage(run, await run.browser());
  for (const spec of batches(run)) {
    const measurements = await page.evaluate((spec) => window.holbench.createBatch(spec), spec);
    run.record(measurements, { warmup: spec.size === WARMUP_SIZE });
  }
}
