import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRunning } from '@holbench/process/is-running';

/** Folder of the uploads of all servers: beside their data sets, where they need not be able to write. */
export function uploadsBeside(dataFolder: string): string {
  return join(dirname(dataFolder), 'uploads');
}

/** Folder for the uploads of the server process `pid`, its own. */
export function uploadFolderOf(dataFolder: string, pid: number): string {
  return join(uploadsBeside(dataFolder), `${basename(dataFolder)}-${pid}`);
}

/**
 * Removes the upload folders of this user's server processes that have ended. A server removes its own
 * when it stops, unless it is killed first, which may happen while it removes gigabytes.
 */
export async function removeAbandonedUploads(dataFolder: string): Promise<void> {
  const parent = uploadsBeside(dataFolder);
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = Number(/-(\d+)$/.exec(name)?.[1]);
    if (name !== basename(uploadFolderOf(dataFolder, pid))) continue;
    // This process has made none yet: one of its id is of an earlier process.
    if (pid !== process.pid && isRunning(pid)) continue;
    const path = join(parent, name);
    const found = await lstat(path).catch(() => null);
    if (found?.uid !== process.getuid?.()) continue;
    await rm(path, { recursive: true, force: true });
  }
}
