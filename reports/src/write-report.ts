import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RunFolderError } from '@holbench/results/run-folder-error';
import type { Report } from './model/report.ts';
import { plotsOf } from './plots/plots-of.ts';
import { standalone } from './plots/standalone.ts';
import { cellsCsv, claimsCsv, excludedCsv, feasibilityCsv, tableCsv } from './render/csv.ts';
import { markdown } from './render/markdown.ts';
import { page } from './render/page.ts';

/** Names the tables and plots that a report wrote: the next one removes those and no others. */
const LIST = '.holbench-report';

/**
 * Writes `index.html`, `report.md`, `tables/*.csv` and `plots/*.svg` into `folder`, replacing an
 * older report. Others' files stay: `--out` may name any folder. What fails on the way, such as a
 * full disk, leaves the older report as it was.
 *
 * @returns the path of `index.html`.
 */
export async function writeReport(report: Report, folder: string): Promise<string> {
  const texts = textsOf(report);
  await mkdir(folder, { recursive: true });
  const unfinished = await mkdtemp(join(folder, '.holbench-unfinished-'));
  try {
    for (const [name, text] of texts) {
      await refuseFolder(join(folder, name));
      await mkdir(dirname(join(unfinished, name)), { recursive: true });
      await writeFile(join(unfinished, name), text);
    }
    for (const name of await listed(folder)) await rm(join(folder, name), { force: true });
    for (const name of texts.keys()) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await rename(join(unfinished, name), join(folder, name));
    }
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return join(folder, 'index.html');
}

/** Every file of a report by its path in the folder, the list of them first. */
function textsOf(report: Report): Map<string, string> {
  const plots = plotsOf(report);
  const compared = report.comparison !== null;
  const all = [
    ...(report.answerTable === null ? [] : [report.answerTable]),
    ...report.networks.flatMap((each) => each.tables),
    ...(report.factors?.tables ?? []),
  ];
  const parts = [
    ...all.map((table) => [`tables/${table.id}.csv`, tableCsv(table, { compared })] as const),
    ['tables/claims.csv', claimsCsv(report.claims)],
    ['tables/feasibility.csv', feasibilityCsv(report.feasibility)],
    ['tables/excluded.csv', excludedCsv(report.excluded)],
    ['tables/cells.csv', cellsCsv(report.cells)],
    ...plots.map(({ id, svg }) => [`plots/${id}.svg`, standalone(svg)] as const),
  ] as const;
  return new Map([
    [LIST, parts.map(([name]) => `${name}\n`).join('')],
    ['index.html', page(report, plots)],
    ['report.md', markdown(report, plots)],
    ...parts,
  ]);
}

/** What an older report wrote; lines that lead elsewhere are none of it. */
async function listed(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, LIST), 'utf8').catch(() => '');
  return text.split('\n').filter((name) => /^(?:tables\/[^/]+\.csv|plots\/[^/]+\.svg)$/.test(name));
}

/** No file can take the place of a folder. */
async function refuseFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) throw new RunFolderError(`${path} is a folder, not a file to replace`);
}
