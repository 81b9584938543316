import { PayloadKind } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import { hasKind, scenariosOf } from '@holbench/scenarios/registry';
import type { Scenario, ScenarioFamily } from '@holbench/scenarios/scenario';
import { PUBLISHED_SCENARIOS, type Shown } from '../reference/published-scenarios.ts';
import { PUBLISHED_TABLES, type PublishedTable } from '../reference/published-tables.ts';
import { batchTable } from './batch-table.ts';
import { deliveryTable } from './delivery-table.ts';
import { fanOutTable } from './fan-out-table.ts';
import { markUnranked } from './mark-unranked.ts';
import { metricTable } from './metric-tables.ts';
import type { TableContext } from './published-table.ts';
import { networkOf, type ReportData, workloadOn } from './report-data.ts';
import { idText } from './id-text.ts';
import { goodputTable, losesAtARate } from './goodput-table.ts';
import { holbTable } from './holb-table.ts';
import { resourceTable } from './resource-table.ts';
import { rateTable, sessionTable } from './session-tables.ts';
import { setUpTable } from './set-up-table.ts';
import type { Table } from './table.ts';
import { userTable } from './user-table.ts';

const BUILDERS: Readonly<Record<Shown, (context: TableContext) => Table>> = {
  batches: batchTable,
  'page-load': (context) => userTable(context, LABELS.pageLoad),
  load: (context) => userTable(context, LABELS.load),
  create: (context) => userTable(context, LABELS.create),
  sessions: sessionTable,
  rates: rateTable,
};

/** A table, and what tells it from the others of its network, in whichever run. */
export interface ReportTable extends Table {
  /** Its id without the network's name. */
  readonly key: string;
  /** What its figures come from; null for those of all scenarios and kinds. */
  readonly from: {
    readonly scenario: string;
    readonly kind: PayloadKind;
    /** Where a table is of one number of subscribers. */
    readonly fanOut?: number;
  } | null;
}

type Measured = Pick<ReportTable, 'from'> & { readonly table: Table };

const key = (name: number | string): string => `table-${name}`;

/**
 * The tables of one network: ours of head-of-line blocking, the 18 published ones, ours of events,
 * those of scenarios that have nothing but metrics, and ours of what all that used.
 */
export function reportTables(data: ReportData, network: string): ReportTable[] {
  const tables = [
    ...holbTables(data, network),
    ...goodputTables(data, network),
    ...setUpTables(data, network),
    ...PUBLISHED_TABLES.map((published) => publishedTable(data, network, published)),
    ...deliveryTables(data, network),
    ...fanOutTables(data, network),
  ];
  const others = metricTables(data, network, tables);
  const resources = resourceTable(data, network, key('resources'));
  const suffix = data.manifest.config.networks.length > 1 ? `-${idText(network)}` : '';
  return [
    ...[...tables, ...others].map(({ from, table }) => ({
      from,
      table: markUnranked(table, data),
    })),
    // Older cells, and those of macOS, have nothing to fill it with.
    ...(resources.rows.length > 0 ? [{ from: null, table: resources }] : []),
  ].map(({ from, table }) => ({ ...table, id: `${table.id}${suffix}`, key: table.id, from }));
}

function of(scenario: string, kind: PayloadKind, table: Table): Measured {
  return { from: { scenario, kind }, table };
}

/** Scenarios of the run that share a table's builder. */
function ranOf({ manifest }: ReportData, family: ScenarioFamily): readonly Scenario[] {
  return scenariosOf(family).filter(({ id }) => manifest.config.scenarios.includes(id));
}

/** The name of a table that one scenario of the lab has: with its id where several have it. */
function nameOf(name: string, scenario: string, all: readonly Scenario[]): string {
  return key(all.length > 1 ? `${name}-${scenario}` : name);
}

/** As the published tables of the same scenarios, also of what was not run. */
function deliveryTables(data: ReportData, network: string): Measured[] {
  const all = scenariosOf('session');
  return all.flatMap(({ id: scenario, kinds }) =>
    kinds.map((kind) => {
      const place = { scenario, kind, id: nameOf(`delivery-${kind}`, scenario, all) };
      return of(scenario, kind, deliveryTable(data, network, place));
    }),
  );
}

/** Likewise: one of each number of subscribers. */
function fanOutTables(data: ReportData, network: string): Measured[] {
  return ranOf(data, 'fan-out').flatMap(({ id: scenario }) =>
    workloadOn(data, network).fanOut.map((fanOut) => {
      const place = { scenario, fanOut, id: key(`${scenario}-${fanOut}`) };
      const table = fanOutTable(data, network, place);
      return { from: { scenario, kind: 'text', fanOut }, table };
    }),
  );
}

/** Only of what the run has: nobody misses a table that was never published. */
function holbTables(data: ReportData, network: string): Measured[] {
  return ranOf(data, 'beside-bulk').flatMap(({ id: scenario }) =>
    (['load', 'event'] as const).map((what) => {
      const place = { scenario, what, id: key(`${scenario}-${what}`) };
      return of(scenario, 'text', holbTable(data, network, place));
    }),
  );
}

/** Only where the run has downloads, and losses to predict from. */
function goodputTables(data: ReportData, network: string): Measured[] {
  if (!losesAtARate(networkOf(data, network).profile)) return [];
  const downloads = scenariosOf('beside-bulk').filter(({ direction }) => direction === 'download');
  return downloads
    .filter(({ id }) => data.manifest.config.scenarios.includes(id))
    .map(({ id: scenario }) => {
      const place = { scenario, id: nameOf('goodput', scenario, downloads) };
      return of(scenario, 'text', goodputTable(data, network, place));
    });
}

function setUpTables(data: ReportData, network: string): Measured[] {
  return ranOf(data, 'set-up').map(({ id: scenario }) =>
    of(scenario, 'text', setUpTable(data, network, { scenario, id: key(scenario) })),
  );
}

/** Of every scenario and kind of the run that no other table is of. */
function metricTables(data: ReportData, network: string, tables: readonly Measured[]): Measured[] {
  const { config } = data.manifest;
  const cells = data.cells.filter(({ cell }) => cell.network === network).map(({ cell }) => cell);
  const scenarios = new Set([...config.scenarios, ...cells.map(({ scenario }) => scenario)]);
  return [...scenarios].flatMap((scenario) =>
    PayloadKind.options.flatMap((kind) => {
      const own = cells.filter((cell) => cell.scenario === scenario && cell.kind === kind);
      const isPlanned = hasKind(scenario, kind) && config.kinds.includes(kind);
      const hasTable = tables.some(({ from }) => from?.scenario === scenario && from.kind === kind);
      if (hasTable || (own.length === 0 && !isPlanned)) return [];
      const fanOuts = new Set(own.map(({ fanOut }) => fanOut));
      return [...(fanOuts.size === 0 ? [null] : fanOuts)].map((fanOut): Measured => {
        const name = [scenario, kind, ...(fanOut === null ? [] : [String(fanOut)])];
        const place = { scenario, kind, ...(fanOut === null ? {} : { fanOut }) };
        const id = key(name.map(idText).join('-'));
        return { from: place, table: metricTable(data, network, { ...place, id }) };
      });
    }),
  );
}

function publishedTable(data: ReportData, network: string, published: PublishedTable): Measured {
  const plan = PUBLISHED_SCENARIOS[published.table];
  if (!plan) throw new Error(`no scenario repeats table ${published.table}`);
  const { scenario, kind, shows } = plan;
  const table = BUILDERS[shows]({
    data,
    network,
    published,
    scenario,
    kind,
    id: key(published.table),
  });
  return of(scenario, kind, { ...table, title: `Table ${published.table}: ${table.title}` });
}
