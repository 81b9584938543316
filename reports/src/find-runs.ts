import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from '@holbench/results/run-reader';
import { RUN_FILES } from '@holbench/results/run-files';
import { RunFolderError } from '@holbench/results/run-folder-error';

/**
 * The run in `folder` that was started last, of those with a finished cell.
 *
 * @throws RunFolderError when there is none.
 */
export async function newestRun(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let newest: { path: string; startedAt: string } | null = null;
  let unreadable: unknown = null;
  for (const entry of entries.filter((each) => each.isDirectory()).toSorted(byName)) {
    const path = join(folder, entry.name);
    try {
      const { startedAt } = await readManifest(path);
      // One that was ended before its first cell has nothing to report.
      const { size } = await stat(join(path, RUN_FILES.cells)).catch(() => ({ size: 0 }));
      if (size === 0) continue;
      if (newest === null || startedAt > newest.startedAt) newest = { path, startedAt };
    } catch (error) {
      // A folder that is no run, or one of another version, does not hide the others.
      unreadable = error;
    }
  }
  if (newest !== null) return newest.path;
  if (unreadable instanceof RunFolderError) throw unreadable;
  throw new RunFolderError('no run in reports/runs; run pnpm bench first');
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}
