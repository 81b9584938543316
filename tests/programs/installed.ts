import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';

const CACHE = join(PROJECT_ROOT, '.cache/installed');

/**
 * A folder of the cache that holds an installed program. Its name has the hash of what pins the program, so a new pin is
 * installed anew.
 * @param pin path of the file that pins it.
 * @param install fills an empty folder; one that was interrupted is begun again.
 */
export async function installed(
  name: string,
  pin: string,
  install: (folder: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(pin))
    .digest('hex')
    .slice(0, 12);
  const folder = join(CACHE, `${name}-${hash}`);
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  if (isThere) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  try {
    await install(unfinished);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}
