import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { hasCode } from '@holbench/process/user-error';

/**
 * Makes a folder and those above it that are missing. `mkdir` of Node with `recursive` never returns
 * below /proc, where the kernel says ENOENT of a folder whose parent is there.
 */
export async function makeFolder(path: string): Promise<void> {
  const parent = dirname(resolve(path));
  const found = await stat(parent).catch(() => null);
  if (found === null) await makeFolder(parent);
  try {
    await mkdir(path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
