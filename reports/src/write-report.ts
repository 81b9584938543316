import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from './model/report.ts';
import { plotsOf } from './plots/plots-of.ts';
import { standalone } from './plots/standalone.ts';
import { cellsCsv, claimsCsv, excludedCsv, feasibilityCsv, tableCsv } from './render/csv.ts';
import { markdown } from './render/markdown.ts';
import { page } from './render/page.ts';

/**
 * Writes `index.html`, `report.md`, `tables/*.csv` and `plots/*.svg` into `folder`, replacing an older report.
 *
 * @returns the path of `index.html`.
 */
export async function writeReport(report: Report, folder: string): Promise<string> {
  const tables = join(folder, 'tables');
  const pictures = join(folder, 'plots');
  await emptyOf(tables, '.csv');
  await emptyOf(pictures, '.svg');
  const plots = plotsOf(report);
  const index = join(folder, 'index.html');
  await writeFile(index, page(report, plots));
  await writeFile(join(folder, 'report.md'), markdown(report, plots));
  const compared = report.comparison !== null;
  const all = [
    ...(report.answerTable === null ? [] : [report.answerTable]),
    ...report.networks.flatMap((each) => each.tables),
    ...(report.factors?.tables ?? []),
  ];
  for (const table of all) {
    await writeFile(join(tables, `${table.id}.csv`), tableCsv(table, { compared }));
  }
  await writeFile(join(tables, 'claims.csv'), claimsCsv(report.claims));
  await writeFile(join(tables, 'feasibility.csv'), feasibilityCsv(report.feasibility));
  await writeFile(join(tables, 'excluded.csv'), excludedCsv(report.excluded));
  await writeFile(join(tables, 'cells.csv'), cellsCsv(report.cells));
  for (const { id, svg } of plots) {
    await writeFile(join(pictures, `${id}.svg`), standalone(svg));
  }
  return index;
}

/** A folder without the files of an older report; others in it stay: `--out` may name any folder. */
async function emptyOf(folder: string, ending: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.endsWith(ending))) await rm(join(folder, name));
}
