import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from './model/report.ts';
import { cellsCsv, claimsCsv, tableCsv } from './render/csv.ts';
import { markdown } from './render/markdown.ts';
import { page } from './render/page.ts';

/**
 * Writes `index.html`, `report.md` and `tables/*.csv` into `folder`, replacing an older report.
 *
 * @returns the path of `index.html`.
 */
export async function writeReport(report: Report, folder: string): Promise<string> {
  const tables = join(folder, 'tables');
  await rm(tables, { recursive: true, force: true });
  await mkdir(tables, { recursive: true });
  const index = join(folder, 'index.html');
  await writeFile(index, await page(report));
  await writeFile(join(folder, 'report.md'), markdown(report));
  for (const table of report.networks.flatMap((each) => each.tables)) {
    await writeFile(join(tables, `${table.id}.csv`), tableCsv(table));
  }
  await writeFile(join(tables, 'claims.csv'), claimsCsv(report.claims));
  await writeFile(join(tables, 'cells.csv'), cellsCsv(report.cells));
  return index;
}
