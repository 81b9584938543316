import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasOwnerEnded, ownerMark } from '@holbench/process/is-running';
import { makeFolder } from '@holbench/results/make-folder';
import { RunFolderError } from '@holbench/results/run-folder-error';

/** Names what a report wrote: the next one removes those files and no others. */
const LIST = '.holbench-report';

/** A folder beside the report, in which the next one is written. */
const UNFINISHED = '.holbench-unfinished-';

/** What the list may name; all else is somebody's own. */
const LISTED =
  /^(?:tables\/[^/]+\.csv|plots\/[^/]+\.svg|figures\.(?:csv|parquet)|samples\.parquet)$/;

/**
 * Writes the files of a report into `folder`, replacing an older report and files of the same names.
 * Others' files stay: `--out` may name any folder. What fails while they are written, such as a full
 * disk, leaves the older report as it was.
 *
 * @param files by their paths in the folder; `index.html` is one of them.
 * @returns the path of `index.html`.
 */
export async function writeReport(
  files: ReadonlyMap<string, string | Uint8Array>,
  folder: string,
): Promise<string> {
  const listed = [...files.keys()].filter((name) => LISTED.test(name));
  const all = new Map([[LIST, listed.map((name) => `${name}\n`).join('')], ...files]);
  const parents = ['', ...[...all.keys()].map((name) => dirname(name))];
  for (const parent of new Set(parents)) await refuseFile(join(folder, parent));
  for (const name of all.keys()) await refuseFolder(join(folder, name));
  await makeFolder(folder);
  await removeUnfinished(folder);
  const unfinished = await mkdtemp(join(folder, `${UNFINISHED}${ownerMark()}-`));
  try {
    for (const [name, content] of all) {
      await mkdir(dirname(join(unfinished, name)), { recursive: true });
      await writeFile(join(unfinished, name), content);
    }
    const older = await listedIn(folder);
    // Each takes the place of an older one at once: what ends this on the way leaves no gap.
    for (const name of all.keys()) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await rename(join(unfinished, name), join(folder, name));
    }
    const stale = older.filter((name) => !all.has(name));
    for (const name of stale) await rm(join(folder, name), { force: true });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return join(folder, 'index.html');
}

/** Those of reports whose process was killed; another one may be writing here. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [pid, startTicks] = name.slice(UNFINISHED.length).split('-');
    if (!name.startsWith(UNFINISHED) || pid === undefined || startTicks === undefined) continue;
    if (hasOwnerEnded(pid, startTicks))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** What an older report wrote; lines that lead elsewhere are none of it. */
async function listedIn(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, LIST), 'utf8').catch(() => '');
  return text.split('\n').filter((name) => LISTED.test(name));
}

async function refuseFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === false) {
    throw new RunFolderError(`${path} is a file, not a folder: name another folder with --out`);
  }
}

/** No file can take the place of a folder. */
async function refuseFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) throw new RunFolderError(`${path} is a folder, not a file to replace`);
}
