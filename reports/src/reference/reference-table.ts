import { blocksAt } from '@holbench/results/block';
import { isShaped } from '@holbench/results/is-shaped';
import { findScenario } from '@holbench/scenarios/registry';
import { VARIANTS } from '@holbench/variants/registry';
import type { TableBlock, TableCell } from '../document/block.ts';
import { figureCell } from '../document/figure-cell.ts';
import { formatBytes, plural } from '../document/format.ts';
import { idText } from '../document/id-text.ts';
import { linkText } from '../document/link-text.ts';
import type { Place } from '../figures/figure.ts';
import { headerOf } from '../figures/selections.ts';
import type { Report } from '../report.ts';
import { networkOf } from '../runs/report-data.ts';
import { defectMarks } from './known-defects.ts';
import {
  PUBLISHED_CONDITIONS,
  publishedFigure,
  type PublishedRow,
  publishedScenario,
  type PublishedScenario,
  type PublishedTable,
} from './published-tables.ts';

/** A column of a published table, and the metric that repeats it. */
interface Column {
  readonly column: string;
  readonly metric: string;
  readonly series?: string;
}

/** The reference has the default variants and no others. */
const SERVERS = VARIANTS.filter(({ group }) => group === 'default').map((variant) => ({
  id: variant.id,
  code: variant.code,
  name: headerOf({ variant, arm: '' }),
}));

/** A published table with this run's figures over one network; null where the run has none of them. */
export function referenceTable(
  report: Report,
  network: string,
  { table, title, rows }: PublishedTable,
): TableBlock | null {
  const plan = publishedScenario(table);
  const place: Place = { network, scenario: plan.scenario, kind: plan.kind };
  const cellOf = (
    { id, code }: (typeof SERVERS)[number],
    row: PublishedRow | undefined,
    { column, metric, series = '' }: Column,
    field = column,
  ): TableCell => {
    const figure = report.relation.find({ ...place, variant: id, arm: '', metric, series });
    const own: TableCell =
      figure === null ? { text: ['–'], value: null } : figureCell(figure, report, { ratio: true });
    const value = publishedFigure(row, field);
    if (row === undefined || value === null) return own;
    const marks = defectMarks({ table, code, column, row }).join('');
    return { ...own, published: { value, marks } };
  };
  const columns = columnsOf(plan.shows);
  const isOfBatches = plan.shows === 'batches';
  const header = isOfBatches
    ? ['Batch size', ...SERVERS.map(({ name }) => name)]
    : ['Server', ...columns.map(({ column }) => column)];
  const lines = isOfBatches
    ? rows.map((row): [string, TableCell[]] => {
        const series = String(row.get('Batch Size'));
        const duration = { column: 'Duration (ms)', metric: 'makespan', series };
        return [series, SERVERS.map((server) => cellOf(server, row, duration, server.code))];
      })
    : SERVERS.map((server): [string, TableCell[]] => {
        const row = rows.find((each) => each.get('Server') === server.code);
        return [server.name, columns.map((column) => cellOf(server, row, column))];
      });
  const isRun = lines.some(([, cells]) =>
    cells.some(({ figure }) => figure !== undefined && figure.cells.length > 0),
  );
  if (!isRun) return null;
  const several = report.data.manifest.networks.length > 1;
  return {
    block: 'table',
    id: `reference-${table}${several ? `-${idText(network)}` : ''}`,
    title: `Table ${table}: ${title}`,
    header,
    rows: lines.map(([name, cells]) => ({ cells: [{ text: [name] }, ...cells] })),
    warnings: differences(report, network, plan),
  };
}

/** Of a table with a row per server. */
function columnsOf(shows: PublishedScenario['shows']): Column[] {
  const who = shows === 'session' || shows === 'rates' ? 'sessions' : 'users';
  const counts = ['created', 'completed', 'failed'].map((name) => ({
    column: `vusers ${name}`,
    metric: `${who}-${name}`,
  }));
  const statistics = ['Min', 'Max', 'Mean', 'p50', 'p95', 'p99'].map((name) => ({
    column: `${name} (ms)`,
    // A session is one operation of its round: the median of rounds stands beside the published p50.
    metric: shows === 'session' && name === 'p50' ? shows : `${shows}-${name.toLowerCase()}`,
  }));
  return [...counts, ...(shows === 'rates' ? RATES : statistics)];
}

const RATES: readonly Column[] = [
  { column: 'Producer rate (rps)', metric: 'producer-rate' },
  { column: 'Consumer rate (rps)', metric: 'consumer-rate' },
  { column: 'Mutations', metric: 'mutations' },
];

/** How this run's conditions differ from the reference's, one sentence each. */
function differences(
  { data }: Report,
  network: string,
  { scenario, kind, shows }: PublishedScenario,
): string[] {
  const there = PUBLISHED_CONDITIONS;
  const { profile } = networkOf(data, network);
  const [block] = blocksAt(data.manifest, { network, scenario, kind });
  if (!block) return [];
  const { workload } = block;
  const { files = 'fileBytes' } = findScenario(scenario) ?? {};
  const different = (here: number, other: number, text: (count: number) => string): string[] =>
    here === other ? [] : [`${text(here)} here, ${text(other)} in the reference`];
  const found = [
    ...(isShaped(profile)
      ? [`${linkText(profile)} here; the reference does not state its network`]
      : []),
    ...(kind === 'binary' && shows !== 'page-load'
      ? different(workload[files], there.fileBytes, (bytes) => `${formatBytes(bytes)} files`)
      : []),
    ...(files === 'userFileBytes'
      ? different(workload.users, there.users, (count) => plural(count, 'user'))
      : []),
    ...(shows === 'session' || shows === 'rates'
      ? different(workload.mutations, there.mutations, (count) => plural(count, 'mutation'))
      : []),
  ];
  return found.map((text) => `Not comparable: ${text}.`);
}
