import { batchSpecs } from '../batch-specs.ts';
import { WARMUP_SIZE } from '../batches.ts';
import type { CellRun } from '../port/cell-run.ts';
import type { page } from './page.ts';

/** One user loads batches of CoValues, each batch at once. */
export async function drive(run: CellRun): Promise<void> {
  const user = await run.openPage<ReturnType<typeof page>>(await run.browser());
  for (const spec of batchSpecs(run)) {
    run.record(await user.call('loadBatch', spec), { warmup: spec.size === WARMUP_SIZE });
  }
}
