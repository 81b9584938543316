import { findOnPath, isExecutable } from '@holbench/process/find-on-path';

/**
 * The system's Python comes first on Linux: one on PATH may be a version manager's wrapper, which
 * costs a quarter of a second per start. On macOS the system's may be a stub that offers an
 * installation.
 */
const SYSTEM_PYTHON = '/usr/bin/python3';

export async function findPython(): Promise<string | null> {
  if (process.platform === 'linux' && (await isExecutable(SYSTEM_PYTHON))) return SYSTEM_PYTHON;
  return findOnPath(['python3']);
}
