import { RUN_FILES } from '@holbench/results/run-files';
import { RunFolderError } from '@holbench/results/run-folder-error';
import { readRun, type Run } from '@holbench/results/run-reader';

/** Runs that one report is of, in this order. @throws RunFolderError as `readReportedRun`. */
export async function readReportedRuns([first, ...others]: readonly [string, ...string[]]): Promise<
  [Run, ...Run[]]
> {
  const runs: [Run, ...Run[]] = [await readReportedRun(first)];
  for (const folder of others) runs.push(await readReportedRun(folder));
  return runs;
}

/**
 * Reads a run to report.
 * @throws RunFolderError as `readRun`, and for a folder that lost its samples: none of its cells would count.
 */
export async function readReportedRun(folder: string): Promise<Run> {
  const run = await readRun(folder);
  const announced = run.cells.filter(({ cell }) => cell.samples > 0);
  if (announced.length === 0 || run.cells.some(({ samples }) => samples.length > 0)) return run;
  const remedy =
    run.manifest.endedAt === null
      ? `measure them again: pnpm bench --resume ${folder}`
      : 'copy the run folder again';
  throw new RunFolderError(
    `${folder}: ${RUN_FILES.samples} has no sample of its ${announced.length} cells; ${remedy}`,
  );
}
