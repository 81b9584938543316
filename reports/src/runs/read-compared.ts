import { RunFolderError } from '@holbench/results/run-folder-error';
import type { Run } from '@holbench/results/run-reader';
import { mergeRuns, runIdentity } from './merge-runs.ts';
import { readReportedRun } from './read-reported-run.ts';
import type { ReportData } from './report-data.ts';

/**
 * Reads what `--compare` names: one run, or several folders that are parts of one.
 *
 * @param own the runs of the report.
 * @throws RunFolderError of one line with the remedy.
 */
export async function readCompared(
  folders: readonly string[],
  own: readonly Run[],
): Promise<ReportData | null> {
  const others: Run[] = [];
  for (const folder of folders) others.push(await readOther(folder, own));
  const [first, ...rest] = others;
  return first ? mergeRuns([first, ...rest]) : null;
}

async function readOther(folder: string, own: readonly Run[]): Promise<Run> {
  const refusal = (text: string) => new RunFolderError(`--compare: ${text}`);
  const run = await readReportedRun(folder).catch((error: unknown) => {
    if (!(error instanceof RunFolderError)) throw error;
    const remedy = 'name the folder of a run that this holbench made, such as one in reports/runs';
    throw refusal(`${error.message}; ${remedy}`);
  });
  if (run.cells.length === 0) {
    throw refusal(`${folder}: no finished cell; go on with it: pnpm bench --resume ${folder}`);
  }
  const same = own.find((each) => runIdentity(each) === runIdentity(run));
  if (same) throw refusal(`${folder} is the same run as ${same.folder}; name another one`);
  return run;
}
