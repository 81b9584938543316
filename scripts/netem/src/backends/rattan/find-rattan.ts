import { findOnPath, isExecutable } from '@holbench/process/find-on-path';
import { PROJECT_ROOT } from '@holbench/process/project-root';

/** Where `setup.sh` puts it. */
const INSTALLED = `${PROJECT_ROOT}/.tools/bin/rattan`;

/** @returns the path of rattan, the project's own before one on PATH, or null. */
export async function findRattan(): Promise<string | null> {
  return (await isExecutable(INSTALLED)) ? INSTALLED : findOnPath(['rattan']);
}
