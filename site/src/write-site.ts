import { mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '@holbench/process/user-error';
import type { SiteFiles } from './site-files.ts';

/** Says that a folder is a site that may be replaced. */
const MARK = '.holbench-site';

/** @throws UserError for a folder that holds anything else than a site. */
export async function assertOwn(folder: string): Promise<void> {
  const there: string[] = await readdir(folder).catch(() => []);
  if (there.length > 0 && !there.includes(MARK))
    throw new UserError(`${folder} is not empty, and no site; name another folder with --out`);
}

/**
 * Writes a site, in place of an older one, which stays until the new one is whole.
 * @returns its bytes.
 * @throws UserError where there is no room, before anything is written.
 */
export async function writeSite(files: SiteFiles, folder: string): Promise<number> {
  const all = new Map([[MARK, 'Made by pnpm site, which replaces this folder.\n'], ...files]);
  const bytes = [...all.values()].reduce((sum, content) => sum + Buffer.byteLength(content), 0);
  const parent = dirname(resolve(folder));
  await mkdir(parent, { recursive: true });
  const { bavail, bsize } = await statfs(parent);
  if (bavail * bsize < bytes) {
    const [needed, free] = [bytes, bavail * bsize].map((each) => `${Math.ceil(each / 1e6)} MB`);
    throw new UserError(
      `${folder} needs ${needed}, and ${free} are free; name another disk with --out`,
    );
  }
  const unfinished = `${resolve(folder)}.unfinished-${process.pid}`;
  try {
    for (const [path, content] of all) {
      await mkdir(dirname(join(unfinished, path)), { recursive: true });
      await writeFile(join(unfinished, path), content);
    }
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return bytes;
}
