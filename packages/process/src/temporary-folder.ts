import { lstat, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { assertNotEnding, cleanUpAtExit } from './cleanup.ts';
import { hasOwnerEnded, ownerMark } from './is-running.ts';
import { isOurs, letWrite } from './unprivileged.ts';
import { removeTree, removeTreeSync } from './remove-tree.ts';
import { messageOf } from './user-error.ts';

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

const RETRIES = 5;
const RETRY_MS = 100;

/** Names of temporary folders: `holbench-<purpose>-<pid>-<start>-<random>`. */
const PATTERN = /^holbench-[a-z]+-(\d+)-(\d+)-\w+$/;

/** Where this process makes its folders, also once it has told others to use one of them. */
const PARENT = tmpdir();

/** The removal of what killed processes left: once per process. */
let removal: Promise<void> | null = null;

/**
 * Makes a folder `holbench-<purpose>-…` for temporary files. It is removed when it is disposed of, and
 * at every end of this process but SIGKILL; after that, by the next process that makes one.
 * @param purpose lower-case letters.
 */
export async function temporaryFolder(purpose: string): Promise<TemporaryFolder> {
  await removeAbandoned();
  assertNotEnding();
  const path = await mkdtemp(join(PARENT, `holbench-${purpose}-${ownerMark()}-`));
  const remove = () => removePatiently(path);
  const forget = cleanUpAtExit(remove, () => removeTreeSync(path));
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

/** Removes what killed processes left, once per process: for one that may make no folder of its own. */
export function removeAbandoned(): Promise<void> {
  return (removal ??= removeAbandonedFolders());
}

/** Ending processes may still write into it: tried again for 1.5 s, with longer and longer pauses. */
async function removePatiently(path: string): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await removeTree(path);
    } catch (error) {
      if (tried > RETRIES) throw error;
      await delay(tried * RETRY_MS);
    }
  }
}

/** What Chromium makes in the folder for temporary files, and the longest path of a socket (of macOS). */
const CHROMIUM_SOCKET = '/org.chromium.Chromium.XXXXXX/SingletonSocket';
const LONGEST_SOCKET_PATH = 103;

let gathering: Promise<void> | null = null;

/**
 * Makes libraries of this process and programs that it starts put their temporary files into a
 * {@link temporaryFolder} of this process, because Playwright and Chromium leave theirs when they are
 * killed. Not where Chromium could not make its socket there, as on macOS.
 */
export function gatherTemporaryFiles(): Promise<void> {
  return (gathering ??= gather());
}

async function gather(): Promise<void> {
  const { path } = await temporaryFolder('all');
  if (Buffer.byteLength(`${path}${CHROMIUM_SOCKET}`) > LONGEST_SOCKET_PATH) return;
  await letWrite(path);
  process.env['TMPDIR'] = path;
}

/** Removes the folders of this user's processes that have ended. */
async function removeAbandonedFolders(): Promise<void> {
  const names = await readdir(PARENT).catch(() => []);
  for (const name of names) {
    const [, pid, startTicks] = PATTERN.exec(name) ?? [];
    if (pid === undefined || startTicks === undefined || !hasOwnerEnded(pid, startTicks)) continue;
    const path = join(PARENT, name);
    const found = await lstat(path).catch(() => null);
    if (!found?.isDirectory() || !isOurs(found.uid)) continue;
    // A second process may remove it at the same time.
    await removeTree(path).catch(() => {});
  }
}
