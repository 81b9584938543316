import { compareRuns } from './compare/compare-runs.ts';
import { documentOf } from './document/document-of.ts';
import { exports } from './export/exports.ts';
import { Relation } from './figures/relation.ts';
import { plotsOf } from './plots/plots-of.ts';
import { standalone } from './plots/theme.ts';
import { csvFiles } from './render/csv.ts';
import { markdown } from './render/markdown.ts';
import { page } from './render/page.ts';
import type { Generator, Report } from './report.ts';
import type { ReportData } from './runs/report-data.ts';

/**
 * A pure function of run folders and generator: the same give the same report.
 *
 * @param other another run, or the shards of one, to stand beside this one.
 * @throws RunFolderError when the two have nothing in common.
 */
export function buildReport(
  data: ReportData,
  other: ReportData | null,
  generator: Generator,
): Report {
  const own = { data, relation: Relation.of(data) };
  const comparison =
    other === null ? null : compareRuns(own, { data: other, relation: Relation.of(other) });
  return { ...own, comparison, plots: plotsOf(own), generator };
}

/** Every file of a report, by its path in the report's folder. */
export function filesOf(report: Report): Map<string, string | Uint8Array> {
  const document = documentOf(report);
  return new Map<string, string | Uint8Array>([
    ['index.html', page(document)],
    ['report.md', markdown(document)],
    ...exports(report),
    ...csvFiles(document),
    ...report.plots.map(({ id, svg }) => [`plots/${id}.svg`, standalone(svg)] as const),
  ]);
}
