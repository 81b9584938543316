import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { runTool } from './run-tool.ts';

/** Ending processes may still write into it. */
const TRIES = 6;
const RETRY_MS = 100;

/**
 * Node's `rm` goes by paths: who owns a folder could put a link in its place meanwhile, and root would empty what
 * the link leads to. GNU rm goes by open folders.
 */
const isRoots = process.getuid?.() === 0;
const command = (path: string): string[] => ['-rf', '--', path];

/** Removes a file or a folder with all that is in it, by root also where others own some of that. */
export async function removeTree(path: string): Promise<void> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      if (isRoots) await runTool('rm', command(path));
      else await rm(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if (left === 0) throw error;
      await delay(RETRY_MS);
    }
  }
}

/** As {@link removeTree}, once, for the end of a process. */
export function removeTreeSync(path: string): void {
  if (isRoots) execFileSync('rm', command(path), { stdio: 'ignore' });
  else rmSync(path, { recursive: true, force: true });
}
