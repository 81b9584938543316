import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Generator } from '../report.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The commit that makes the report, and whether its sources were changed; null without git. */
export async function readGenerator(root = ROOT): Promise<Generator> {
  const git = async (...args: string[]) => {
    // A copy of the tree inside of another repository is of no commit of that one.
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(root) };
    const { stdout } = await promisify(execFile)('git', ['-C', root, ...args], { env });
    return stdout.trim();
  };
  try {
    const commit = await git('rev-parse', 'HEAD');
    // A report written into the tree changes no source: files that git does not track do not count.
    const changes = await git('status', '--porcelain', '--untracked-files=no');
    return { commit, dirty: changes !== '' };
  } catch {
    return { commit: null, dirty: false };
  }
}
