import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertNotEnding, cleanUpAtExit } from './cleanup.ts';
import { messageOf } from './user-error.ts';

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

const REMOVAL = { recursive: true, force: true } as const;
/** Ending processes may still write into it: tried again for 1.5 s. */
const PATIENCE = { maxRetries: 5, retryDelay: 100 } as const;

/**
 * Makes a folder `holbench-<purpose>-…` for temporary files. It is removed when it is disposed of, and
 * at every end of this process but SIGKILL.
 */
export async function temporaryFolder(purpose: string): Promise<TemporaryFolder> {
  assertNotEnding();
  const path = await mkdtemp(join(tmpdir(), `holbench-${purpose}-`));
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
