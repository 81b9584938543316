import { RESOURCES_TABLE } from '@holbench/scenarios/resource-metrics';
import type { Figure } from '../../figures/figure.ts';
import type { Report, SectionOf } from '../../report.ts';
import { networksOf, type ReportData } from '../../runs/report-data.ts';
import { byVariant, columnTexts, pivotTable } from '../../tables/pivot.ts';
import type { Block, Sentence, TableBlock } from '../block.ts';
import { idText } from '../id-text.ts';
import { networkText } from '../place-name.ts';

const NOTE =
  'Medians over the rounds that count. RSS counts shared memory once in each process. Limiting party: rounds per party, where rounds disagree.';

/** What the cells used, and which party limited them. */
export const resourcesSection: SectionOf = (report) => {
  const blocks = networksOf(report.data).flatMap(
    ({ profile: { id } }): Block | [] => resourceTable(report, id) ?? [],
  );
  if (blocks.length === 0) return null;
  return { id: 'resources', title: 'Resources and limiting parties', blocks };
};

/** What the cells over one network used and what limited them; null where nothing was recorded. */
export function resourceTable(report: Report, network: string): TableBlock | null {
  const { relation, data } = report;
  const parts = relation
    .placesOver(network, () => true)
    .flatMap((place) => {
      const what = `${place.scenario} ${place.kind}`;
      const own = relation.at(place).filter(({ metric }) => metric.table === RESOURCES_TABLE);
      const { columns, rows } = byVariant(own);
      return rows
        .filter(({ figures }) => figures.some((figure) => (figure?.value ?? null) !== null))
        .map(({ header, figures }) => ({ columns, header: `${what}, ${header}`, figures }));
    });
  const [first] = parts;
  if (!first) return null;
  const table = pivotTable(report, {
    id: `table-resources${data.manifest.networks.length > 1 ? `-${idText(network)}` : ''}`,
    title: `Over ${networkText(network)}`,
    rowHeader: 'Scenario, Server',
    columns: [...columnTexts(first.columns), 'limiting party'],
    rows: parts.map((row) => ({ ...row, more: [{ text: limitingParties(data, row.figures) }] })),
    notes: [[NOTE]],
    cell: { interval: false },
  });
  // A row for each scenario, variant and arm.
  return { ...table, inMarkdown: false };
}

/** `link`, or `link 2, none 1`; leads to the first cell. */
function limitingParties({ cells }: ReportData, figures: readonly (Figure | null)[]): Sentence {
  const ids = new Set(figures.flatMap((figure) => figure?.cells ?? []));
  const recorded = cells.filter(({ cell }) => cell.resources && ids.has(cell.cell));
  const parties = Map.groupBy(recorded, ({ cell }) => cell.limiter?.verdict ?? 'unknown');
  const counts = [...parties].toSorted(([, a], [, b]) => b.length - a.length);
  const [cell] = ids;
  if (cell === undefined || counts.length === 0) return ['–'];
  const text = counts
    .map(([party, own]) => (counts.length === 1 ? party : `${party} ${own.length}`))
    .join(', ');
  return [{ text, cell }];
}
