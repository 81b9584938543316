import type { CellRun } from '../port/cell-run.ts';
import { WRITES } from './burst.ts';
import type { page } from './page.ts';

/** One page writes bursts, each on a new connection; another user's page has all their events. */
export async function drive(run: CellRun): Promise<void> {
  const { timeoutMs } = run;
  const { seed, workload } = run.cell;
  const browser = await run.browser();
  const open = () => run.openPage<ReturnType<typeof page>>(browser);
  const reader = await open();
  await reader.call('subscribe', { timeoutMs });
  for (let burst = 0; burst < workload.mutations; burst += 1) {
    const writer = await open();
    run.record(await writer.call('write', { burst, seed: seed + burst, timeoutMs }));
    await writer.close();
  }
  run.record(await reader.call('received', { count: workload.mutations * WRITES, timeoutMs }));
}
