import { join } from 'node:path';
import { findOnPath } from '@holbench/process/find-on-path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { runTool } from '@holbench/process/run-tool';

/** What the packages need that the lab installs: aioquic most. */
const MINOR = 11;

export interface Python {
  readonly path: string;
  /** "3.11" */
  readonly version: string;
}

const PRINT_VERSION = 'import sys; print("%d.%d" % sys.version_info[:2])';

/**
 * Finds Python 3.11 or newer: HOLBENCH_PYTHON, that of `setup.sh`, which has pip, the one on PATH.
 * @returns null when there is none.
 */
export async function findPython3(): Promise<Python | null> {
  const chosen = process.env['HOLBENCH_PYTHON'];
  const paths = chosen
    ? [chosen]
    : [join(PROJECT_ROOT, '.tools/venv/bin/python'), await findOnPath(['python3'])];
  for (const path of paths) {
    const output = path && (await runTool(path, ['-c', PRINT_VERSION]).catch(() => ''));
    const [version, minor] = /^3\.(\d+)/.exec(output || '') ?? [];
    if (path && version && Number(minor) >= MINOR) return { path, version };
  }
  return null;
}
