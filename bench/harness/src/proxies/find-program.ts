import { join } from 'node:path';
import { findOnPath } from '@holbench/process/find-on-path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import type { ProxyProgram } from './proxy.ts';

/**
 * A proxy's program: the one that an environment variable names, else `.tools/<name>` (setup.sh puts
 * it there), else the one on PATH.
 * @param inspect null for what is another program, or too old.
 */
export async function findProgram(
  name: string,
  variable: string,
  inspect: (path: string) => Promise<ProxyProgram | null>,
): Promise<ProxyProgram | null> {
  const chosen = process.env[variable];
  const paths = chosen ? [chosen] : [join(PROJECT_ROOT, '.tools', name), await findOnPath([name])];
  for (const path of paths) {
    const found = path && (await inspect(path));
    if (found) return found;
  }
  return null;
}

/** The first version of a program that has what the lab asks of it. */
export interface Minimum {
  readonly major: number;
  readonly minor: number;
}

/** Whether a version is new enough. */
export function isRecent(version: string, { major, minor }: Minimum): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}
