import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { hasCode } from '@holbench/process/user-error';
import { writeWhole } from '@holbench/process/write-whole';
import { plainText } from '../document/block.ts';
import { Relation } from '../figures/relation.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import { readReportedRun } from '../runs/read-reported-run.ts';
import { historySentences } from './history-blocks.ts';
import { historyOf } from './history-of.ts';
import { historyCsv, type HistoryPoint, linesOf, readHistory } from './history-point.ts';

/** What the lab knows of versions: a line for each, which every `--history` adds to. */
export const HISTORY_FILE = join(PROJECT_ROOT, 'reports/history.csv');

/** The history of a file; nothing where there is none. @throws UserError for one that is damaged, or of a newer lab. */
export async function loadHistory(path: string): Promise<HistoryPoint[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  return text === null ? [] : readHistory(text, path);
}

/**
 * Adds what a run says to the history of a file, in place of what was added of the same run before.
 * @returns a sentence for each line of the run.
 * @throws UserError for a file that is damaged, or of a newer lab; RunFolderError for a run that cannot be read.
 */
export async function appendHistory(path: string, folder: string): Promise<string[]> {
  const before = await loadHistory(path);
  const data = mergeRuns([await readReportedRun(folder)]);
  const points = historyOf({ data, relation: Relation.of(data) });
  const runs = new Set(points.map(({ run }) => run));
  const all = [...before.filter(({ run }) => !runs.has(run)), ...points];
  await writeWhole(path, historyCsv(all));
  return linesOf(points).flatMap((line) => historySentences(line).map(plainText));
}
