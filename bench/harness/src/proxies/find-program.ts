import { join } from 'node:path';
import { byVersion } from '@holbench/process/by-version';
import { findOnPath } from '@holbench/process/find-on-path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import type { Proxy, ProxyProgram } from './proxy.ts';

/**
 * A proxy's program: the one that an environment variable names, else `.tools/<name>` (setup.sh puts
 * it there), else the one on PATH.
 * @param minimum version, where earlier ones do not fit.
 */
export async function findProgram(
  name: string,
  variable: string,
  inspect: Proxy['inspect'],
  minimum = '0',
): Promise<ProxyProgram | null> {
  const chosen = process.env[variable];
  const paths = chosen ? [chosen] : [join(PROJECT_ROOT, '.tools', name), await findOnPath([name])];
  for (const path of paths) {
    const found = path && (await inspect(path));
    if (found && isRecent(found.versions[name] ?? minimum, minimum)) return found;
  }
  return null;
}

/** Whether a version, such as "2.11.7", is a minimum or a later one. */
export function isRecent(version: string, minimum: string): boolean {
  return byVersion(version, minimum) >= 0;
}
