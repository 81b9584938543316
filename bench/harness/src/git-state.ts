import { runTool } from '@holbench/process/run-tool';

/**
 * The commit of the working copy `root`, or that of the image (deploy/Containerfile), and whether it has changes; null
 * where nothing says so.
 */
export async function gitState(
  root: string,
): Promise<{ commit: string | null; dirty: boolean | null }> {
  const git = (...args: string[]) => runTool('git', ['-C', root, ...args]).catch(() => null);
  const [commit, changes] = [await git('rev-parse', 'HEAD'), await git('status', '--porcelain')];
  const ofImage = process.env['HOLBENCH_COMMIT'];
  return {
    commit: commit?.trim() || ofImage || null,
    dirty: changes === null ? null : changes !== '',
  };
}
