import { isOverQuic } from '@holbench/variants/protocols';
import { driveRawUsers } from '../families/memory/drive.ts';
import { openPages } from '../open-pages.ts';
import type { CellRun } from '../port/cell-run.ts';
import type { page } from './page.ts';

/** Every user uploads a file, as fast as the server takes it. */
export async function drive(run: CellRun): Promise<void> {
  const { protocol } = run.variant;
  if (!isOverQuic(protocol)) return driveRawUsers(run, protocol, 'upload');
  const { kind, seed, workload } = run.cell;
  const spec = { kind, timeoutMs: run.timeoutMs, fileBytes: workload.bulkFileBytes };
  const pages = await openPages<ReturnType<typeof page>>(run, await run.browser(), workload.users);
  const uploads = pages.map(({ call }, user) =>
    call('operate', { ...spec, user, seed: seed * 1_000 + user }),
  );
  const measurements = await Promise.all(uploads);
  run.record(measurements.map((each) => ({ ...each, label: 'upload' })));
}
