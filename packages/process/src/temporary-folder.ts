import { rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertNotEnding, cleanUpAtExit } from './cleanup.ts';
import { hasOwnerEnded, ownerMark } from './is-running.ts';
import { messageOf } from './user-error.ts';

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

const REMOVAL = { recursive: true, force: true } as const;
/** Ending processes may still write into it: tried again for 1.5 s. */
const PATIENCE = { maxRetries: 5, retryDelay: 100 } as const;

/** Names of temporary folders: `holbench-<purpose>-<pid>-<start>-<random>`. */
const PATTERN = /^holbench-[a-z]+-(\d+)-(\d+)-\w+$/;

/** The removal of what killed processes left: once per process. */
let removal: Promise<void> | null = null;

/**
 * Makes a folder `holbench-<purpose>-…` for temporary files. It is removed when it is disposed of, and
 * at every end of this process but SIGKILL; after that, by the next process that makes one.
 * @param purpose lower-case letters.
 */
export async function temporaryFolder(purpose: string): Promise<TemporaryFolder> {
  await (removal ??= removeAbandonedFolders());
  assertNotEnding();
  const path = await mkdtemp(join(tmpdir(), `holbench-${purpose}-${ownerMark()}-`));
  const remove = () => rm(path, { ...REMOVAL, ...PATIENCE });
  const forget = cleanUpAtExit(remove, () => rmSync(path, REMOVAL));
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      try {
        await remove();
        forget();
      } catch (error) {
        // What was done with it counts all the same, and the end of this process tries again.
        console.error(`holbench: ${path} cannot be removed yet: ${messageOf(error)}`);
      }
    },
  };
}

/** Removes the folders of this user's processes that have ended. */
async function removeAbandonedFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const [, pid, startTicks] = PATTERN.exec(name) ?? [];
    if (pid === undefined || startTicks === undefined || !hasOwnerEnded(pid, startTicks)) continue;
    const path = join(tmpdir(), name);
    const found = await lstat(path).catch(() => null);
    // Another user may exchange what is in a folder of theirs while root removes it.
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    // A second process may remove it at the same time.
    await rm(path, REMOVAL).catch(() => {});
  }
}
