import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { readManifest } from './run-reader.ts';
import { RUN_FILES } from './run-files.ts';
import { RunFolderError } from './run-folder-error.ts';

/** Where a run is looked for by its name. @param root of the project. */
export function runHomes(root: string): string[] {
  return ['runs', 'published'].map((name) => join(root, 'reports', name));
}

/**
 * The folder of a run that is named by its path, or in one of `homes` by its name alone: that of the folder, or that
 * of the run, where the folder has another.
 *
 * @throws RunFolderError when there is none.
 */
export async function runFolder(name: string, homes: readonly string[]): Promise<string> {
  // What leads elsewhere is a path, not a name; '' is the folder of all runs.
  const named = name !== '' && basename(name) === name ? homes.map((home) => join(home, name)) : [];
  for (const folder of [name, ...named]) {
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory()) return folder;
  }
  for (const folder of named.length === 0 ? [] : await foldersIn(homes)) {
    const manifest = await readManifest(folder).catch(() => null);
    if (manifest?.run === name) return folder;
  }
  const searched = homes.map((home) => relative(process.cwd(), home)).join(' or ');
  throw new RunFolderError(
    `${name || 'an empty name'}: no such folder, and no run of that name in ${searched}; name the folder of a run, or make one: pnpm bench`,
  );
}

async function foldersIn(homes: readonly string[]): Promise<string[]> {
  const all = await Promise.all(
    homes.map(async (home) => {
      const entries = await readdir(home, { withFileTypes: true }).catch(() => []);
      const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
      return names.toSorted().map((name) => join(home, name));
    }),
  );
  return all.flat();
}

/**
 * The run in `folder` that was started last, of those with a finished cell.
 *
 * @throws RunFolderError when there is none.
 */
export async function newestRun(folder: string): Promise<string> {
  let newest: { path: string; startedAt: string } | null = null;
  let unreadable: unknown = null;
  for (const path of await foldersIn([folder])) {
    try {
      const { startedAt } = await readManifest(path);
      // One that was ended before its first cell has nothing to report.
      const { size } = await stat(join(path, RUN_FILES.cells)).catch(() => ({ size: 0 }));
      if (size > 0 && startedAt > (newest?.startedAt ?? '')) newest = { path, startedAt };
    } catch (error) {
      // A folder that is no run, or one of another version, does not hide the others.
      unreadable = error;
    }
  }
  if (newest !== null) return newest.path;
  if (unreadable instanceof RunFolderError) throw unreadable;
  throw new RunFolderError('no run in reports/runs; run pnpm bench first');
}
