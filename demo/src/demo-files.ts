import { join } from 'node:path';
import { readFolder, type ServedFiles } from '@holbench/harness/web/serve-files';
import { UserError } from '@holbench/process/user-error';
import { Relation } from '@holbench/reports/figures/relation';
import type { Report } from '@holbench/reports/report';
import { mergeRuns } from '@holbench/reports/runs/merge-runs';
import { readReportedRun } from '@holbench/reports/runs/read-reported-run';
import { raceIndexOf } from './race/race-index.ts';
import { INDEX_PATH } from './race/race.ts';
import { racesOf } from './race/race-of.ts';

const BUILT = join(import.meta.dirname, '../dist');

/**
 * The built page, and everything that it plays of a run.
 * @throws RunFolderError where the run cannot be read; UserError where it has nothing to play, or the page
 *   is not built.
 */
export async function replayFiles(folder: string): Promise<ServedFiles> {
  const data = mergeRuns([await readReportedRun(folder)]);
  const files = await replayOf({ data, relation: Relation.of(data) });
  if (files !== null) return files;
  throw new UserError(
    `${folder} has no messages beside a transfer; measure some: pnpm bench --scenarios download`,
  );
}

/** The same of a report; null where there is nothing to play. @throws UserError where the page is not built. */
export async function replayOf(
  report: Pick<Report, 'data' | 'relation'>,
): Promise<ServedFiles | null> {
  const races = racesOf(report);
  if (races.length === 0) return null;
  return new Map<string, string | Uint8Array>([
    ...(await builtPage()),
    [INDEX_PATH, JSON.stringify(raceIndexOf(report, races))],
    ...races.map((race) => [`data/${race.id}.json`, JSON.stringify(race)] as const),
  ]);
}

/** @throws UserError when it is not built. */
export async function builtPage(): Promise<[string, Uint8Array][]> {
  return readFolder(BUILT).catch(() => {
    throw new UserError(`${BUILT} is not built; run pnpm build, or ./setup.sh`);
  });
}
