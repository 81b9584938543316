import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '@holbench/process/find-on-path';
import { runTool } from '@holbench/process/run-tool';

/**
 * Finds Python 2.7 with its pip: HOLBENCH_PYTHON2, the one on PATH, pyenv's.
 * @returns null when there is none.
 */
export async function findPython2(): Promise<string | null> {
  const chosen = process.env['HOLBENCH_PYTHON2'];
  const paths = chosen
    ? [chosen]
    : [await findOnPath(['python2.7', 'python2']), ...(await ofPyenv())];
  for (const path of paths) {
    // pyenv's command on PATH fails where no version of it is chosen.
    const output = path && (await runTool(path, ['-m', 'pip', '--version']).catch(() => ''));
    if (output && output.includes('(python 2.7)')) return path;
  }
  return null;
}

async function ofPyenv(): Promise<string[]> {
  const versions = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const names = await readdir(versions).catch(() => []);
  return names
    .filter((name) => name.startsWith('2.7'))
    .map((name) => join(versions, name, 'bin/python'));
}
