import { findOnPath, isExecutable } from '@holbench/process/find-on-path';

/**
 * The system's own, taken first on Linux: one on PATH may be a wrapper of a version manager, which
 * costs a quarter of a second at every start. On macOS it may be a stub that offers to install one.
 */
const SYSTEM_PYTHON = '/usr/bin/python3';

export async function findPython(): Promise<string | null> {
  if (process.platform === 'linux' && (await isExecutable(SYSTEM_PYTHON))) return SYSTEM_PYTHON;
  return findOnPath(['python3']);
}
