import { runTool } from '@holbench/process/run-tool';

/** Files of the project that runs add to: they change nothing that is measured. */
const RESULTS = [':!reports/history.csv'];

/**
 * The commit of the working copy `root`, or that of the image (deploy/Containerfile), and whether it has changes; null
 * where nothing says so.
 */
export async function gitState(
  root: string,
): Promise<{ commit: string | null; dirty: boolean | null }> {
  const git = (...args: string[]) => runTool('git', ['-C', root, ...args]).catch(() => null);
  const commit = await git('rev-parse', 'HEAD');
  const changes = await git('status', '--porcelain', '--', '.', ...RESULTS);
  const ofImage = process.env['HOLBENCH_COMMIT'];
  return {
    commit: commit?.trim() || ofImage || null,
    dirty: changes === null ? null : changes !== '',
  };
}
