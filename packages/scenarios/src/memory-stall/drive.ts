import { setTimeout as delay } from 'node:timers/promises';
import { HOLD_SECONDS } from '../families/memory/scenario.ts';
import { driveRawUsers } from '../families/memory/drive.ts';
import { isOverQuic } from '@holbench/variants/protocols';
import { openPages } from '../open-pages.ts';
import type { CellRun } from '../port/cell-run.ts';
import type { page } from './page.ts';

/** Every user downloads a file and stops reading; nobody leaves for a while. */
export async function drive(run: CellRun): Promise<void> {
  const { protocol } = run.variant;
  if (!isOverQuic(protocol)) return driveRawUsers(run, protocol, 'stall');
  const users = run.cell.workload.users;
  const pages = await openPages<ReturnType<typeof page>>(run, await run.browser(), users);
  run.record(await Promise.all(pages.map(({ call }, user) => call('stall', user, run.timeoutMs))));
  await delay(1_000 * HOLD_SECONDS);
}
