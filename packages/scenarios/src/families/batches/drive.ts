import type { CellRun } from '../../port/cell-run.ts';
import type { BatchPage } from './page.ts';
import { batchSizes, WARMUP_SIZE } from './scenario.ts';

/** One user, one batch after the other, each with a different seed. */
export async function drive(run: CellRun): Promise<void> {
  const { cell, timeoutMs } = run;
  const { kind, network } = cell;
  const { fileBytes } = network.workload;
  const user = await run.openPage<BatchPage>(await run.browser());
  for (const size of batchSizes(cell)) {
    const spec = { size, kind, timeoutMs, seed: cell.seed * 1_000 + size, fileBytes };
    run.record(await user.call('runBatch', spec), { warmup: size === WARMUP_SIZE });
  }
}
