import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import type { Document } from '../document/document.ts';
import { documentOf } from '../document/document-of.ts';
import { buildReport } from '../report-files.ts';
import type { Report } from '../report.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import { readReportedRuns } from '../runs/read-reported-run.ts';

export const PUBLISHED = join(PROJECT_ROOT, 'reports/published');

/** A run of `reports/published`, or several as one, and what their report says. */
export interface Published {
  readonly name: string;
  readonly report: Report;
  readonly document: Document;
}

/**
 * The same lines give the same text, whatever the state of the sources.
 * @param name of a run, or `ONE+OTHER`: connections of runs of the same workload count together.
 * @throws RunFolderError for a folder that cannot be read.
 */
export async function readPublished(name: string): Promise<Published> {
  const [first = '', ...others] = name.split('+').map((each) => join(PUBLISHED, each));
  const runs = mergeRuns(await readReportedRuns([first, ...others]));
  const report = buildReport(runs, null, { commit: null, dirty: false });
  return { name, report, document: documentOf(report) };
}
