import { findOnPath, isExecutable } from '@holbench/platform/find-on-path';
import { PROJECT_ROOT } from '@holbench/platform/project-root';

/** Where `setup.sh` puts it. */
const INSTALLED = `${PROJECT_ROOT}/.tools/bin/rattan`;

/** @returns the path of rattan, the project's own before one on PATH, or null. */
export async function findRattan(): Promise<string | null> {
  return (await isExecutable(INSTALLED)) ? INSTALLED : findOnPath(['rattan']);
}
