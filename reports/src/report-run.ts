import { join } from 'node:path';
import { RunFolderError } from '@holbench/results/run-folder-error';
import { buildReport, filesOf } from './report-files.ts';
import { type Summary, summaryOf } from './report-summary.ts';
import { readGenerator } from './runs/generator.ts';
import { mergeRuns } from './runs/merge-runs.ts';
import { readCompared } from './runs/read-compared.ts';
import { readReportedRuns } from './runs/read-reported-run.ts';
import { writeReport } from './write-report.ts';

/** What a report is of, and where it is written. */
interface Reported {
  readonly folders: readonly [string, ...string[]];
  /** Folders of another run, to put beside it. */
  readonly compare?: readonly string[];
  /** Missing: the folder `report` of the first run. */
  readonly out?: string;
}

/**
 * Writes the report of what runs have so far. Finished or not, the same lines give the same report.
 * @returns the path of its page, and what it says first.
 * @throws RunFolderError for folders that cannot be read, share no report, or have no finished cell.
 */
export async function reportRuns({
  folders,
  compare = [],
  out = join(folders[0], 'report'),
}: Reported): Promise<{ readonly index: string; readonly summary: Summary }> {
  const runs = await readReportedRuns(folders);
  if (runs.every(({ cells }) => cells.length === 0)) {
    const named = folders.join(', ');
    const isOpen = runs.some(({ manifest }) => manifest.endedAt === null);
    const remedy = isOpen ? `go on with it: pnpm bench --resume ${folders[0]}` : 'start a new run';
    throw new RunFolderError(`${named}: no finished cell; ${remedy}`);
  }
  const compared = await readCompared(compare, runs);
  const report = buildReport(mergeRuns(runs), compared, await readGenerator());
  const index = await writeReport(filesOf(report), out);
  return { index, summary: summaryOf(report) };
}
