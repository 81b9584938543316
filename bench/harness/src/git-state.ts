import { runTool } from '@holbench/process/run-tool';

/** The commit of the working copy `root`, and whether it has changes; null without git or a repository. */
export async function gitState(
  root: string,
): Promise<{ commit: string | null; dirty: boolean | null }> {
  const git = (...args: string[]) => runTool('git', ['-C', root, ...args]).catch(() => null);
  const [commit, changes] = [await git('rev-parse', 'HEAD'), await git('status', '--porcelain')];
  return { commit: commit?.trim() || null, dirty: changes === null ? null : changes !== '' };
}
