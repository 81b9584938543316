import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { RunFolderError } from '@holbench/results/run-folder-error';
import type { Document } from '../document/document.ts';
import { documentOf } from '../document/document-of.ts';
import { buildReport } from '../report-files.ts';
import type { Report } from '../report.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import { cellState } from '../runs/report-data.ts';
import { readReportedRuns } from '../runs/read-reported-run.ts';

export const PUBLISHED = join(PROJECT_ROOT, 'reports/published');

/** A run of `reports/published`, or several as one, and what their report says. */
export interface Published {
  readonly name: string;
  readonly report: Report;
  readonly document: Document;
}

/** Documents quote most runs that have a page: each is read once. */
const read = new Map<string, Promise<Published>>();

/**
 * The same lines give the same text, whatever the state of the sources.
 * @param name of a run, or `ONE+OTHER`: connections of runs of the same workload count together.
 * @throws RunFolderError for a name that no run has, and as {@link wholeReport}.
 */
export function readPublished(name: string): Promise<Published> {
  const own = read.get(name) ?? readNamed(name);
  read.set(name, own);
  return own;
}

async function readNamed(name: string): Promise<Published> {
  const known = await publishedNames();
  const unknown = name.split('+').find((each) => !known.includes(each));
  if (unknown !== undefined)
    throw new RunFolderError(
      `reports/published has no run "${unknown}"; it has ${known.join(', ')}`,
    );
  const [first = '', ...others] = name.split('+').map((each) => join(PUBLISHED, each));
  const report = await wholeReport([first, ...others]);
  return { name, report, document: documentOf(report) };
}

/**
 * The report of run folders, as of no commit.
 * @throws RunFolderError for a folder that cannot be read, or has lost lines: its figures would be others.
 */
export async function wholeReport(folders: readonly [string, ...string[]]): Promise<Report> {
  const runs = await readReportedRuns(folders);
  const data = mergeRuns(runs);
  const stored = runs.flatMap(({ cells }) => cells).filter(({ cell }) => cell.valid);
  const counted = data.cells.filter(({ cell }) => cellState(cell) === 'valid');
  const [warning] = runs.flatMap(({ warnings }) => warnings);
  const why =
    warning ?? (counted.length < stored.length ? 'cells do not count any more' : undefined);
  if (why !== undefined)
    throw new RunFolderError(`${data.runs.join(', ')}: ${why}; copy the run folder again`);
  return buildReport(data, null, { commit: null, dirty: false });
}

/** Names of the published runs, the oldest first. */
export async function publishedNames(): Promise<string[]> {
  const entries = await readdir(PUBLISHED, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted();
}
