import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { runTool } from './run-tool.ts';

const REMOVAL = { recursive: true, force: true } as const;
const isRoots = process.getuid?.() === 0;
/** For root: it goes by open folders. Node's goes by paths, where who owns a folder could put a link meanwhile. */
const rmCommand = (path: string): string[] => ['-rf', '--', path];

/** Removes a file or a folder with all that is in it; as root also where others own some of that. */
export async function removeTree(path: string): Promise<void> {
  if (isRoots) await runTool('rm', rmCommand(path));
  else await rm(path, REMOVAL);
}

/** As {@link removeTree}, for the end of a process. */
export function removeTreeSync(path: string): void {
  if (isRoots) execFileSync('rm', rmCommand(path), { stdio: 'ignore' });
  else rmSync(path, REMOVAL);
}
