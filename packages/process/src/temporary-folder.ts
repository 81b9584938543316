import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertNotEnding, cleanUpAtExit } from './cleanup.ts';

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** Processes that end may still write into it: removing it is tried again for half a second. */
const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const;

/**
 * Makes a folder `holbench-<purpose>-…` for temporary files. It is removed when it is disposed of, and
 * at every end of this process but SIGKILL.
 */
export async function temporaryFolder(purpose: string): Promise<TemporaryFolder> {
  assertNotEnding();
  const path = await mkdtemp(join(tmpdir(), `holbench-${purpose}-`));
  const remove = () => rm(path, REMOVAL);
  const forget = cleanUpAtExit(remove, () => rmSync(path, REMOVAL));
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await remove();
      forget();
    },
  };
}
