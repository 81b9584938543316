import { type PayloadKind } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import { findScenario, hasKind } from '@holbench/scenarios/registry';
import { PUBLISHED_TABLES, type PublishedTable } from '../reference/published-tables.ts';
import { batchTable } from './batch-table.ts';
import { deliveryTable } from './delivery-table.ts';
import { fanOutTable } from './fan-out-table.ts';
import { markUnranked } from './mark-unranked.ts';
import type { TableContext } from './published-table.ts';
import { networkOf, type ReportData, workloadOn } from './report-data.ts';
import { idText } from './id-text.ts';
import { goodputTable, losesAtARate } from './goodput-table.ts';
import { holbTable } from './holb-table.ts';
import { resourceTable } from './resource-table.ts';
import { metricsTable } from './metrics-table.ts';
import { rateTable, sessionTable } from './session-tables.ts';
import { setUpTable } from './set-up-table.ts';
import type { Table } from './table.ts';
import { userTable } from './user-table.ts';

interface Plan {
  readonly scenario: string;
  readonly kind: PayloadKind;
  readonly build: (context: TableContext) => Table;
}

const pageLoad = (context: TableContext) => userTable(context, LABELS.pageLoad);
const load = (context: TableContext) => userTable(context, LABELS.load);
const create = (context: TableContext) => userTable(context, LABELS.create);

/** What fills each published table, by its number. */
const PLAN: Readonly<Record<number, Plan>> = {
  1: { scenario: '1a', kind: 'text', build: batchTable },
  2: { scenario: '2c', kind: 'text', build: batchTable },
  3: { scenario: '1a', kind: 'binary', build: batchTable },
  4: { scenario: '2c', kind: 'binary', build: batchTable },
  5: { scenario: '1b', kind: 'text', build: pageLoad },
  6: { scenario: '1b', kind: 'text', build: load },
  7: { scenario: '2d', kind: 'text', build: pageLoad },
  8: { scenario: '2d', kind: 'text', build: create },
  9: { scenario: '1b', kind: 'binary', build: pageLoad },
  10: { scenario: '1b', kind: 'binary', build: load },
  11: { scenario: '2d', kind: 'binary', build: pageLoad },
  12: { scenario: '2d', kind: 'binary', build: create },
  13: { scenario: '3e', kind: 'text', build: pageLoad },
  14: { scenario: '3e', kind: 'text', build: sessionTable },
  15: { scenario: '3e', kind: 'text', build: rateTable },
  16: { scenario: '3e', kind: 'binary', build: pageLoad },
  17: { scenario: '3e', kind: 'binary', build: sessionTable },
  18: { scenario: '3e', kind: 'binary', build: rateTable },
};

/** A table, and what tells it from the others of its network, in whichever run. */
export interface ReportTable extends Table {
  /** Its id without the network's name. */
  readonly key: string;
  /** What its figures come from; null for those of all scenarios and kinds. */
  readonly from: { readonly scenario: string; readonly kind: PayloadKind } | null;
}

type Measured = Pick<ReportTable, 'from'> & { readonly table: Table };

const key = (name: number | string): string => `table-${name}`;

/**
 * The tables of one network: ours of head-of-line blocking, the 18 published ones, ours of events
 * and of what all that used.
 */
export function reportTables(data: ReportData, network: string): ReportTable[] {
  const tables = [
    ...holbTables(data, network),
    ...goodputTables(data, network),
    ...setUpTables(data, network),
    ...PUBLISHED_TABLES.map((published) => publishedTable(data, network, published)),
    ...(['text', 'binary'] as const).map((kind) =>
      of('3e', kind, deliveryTable(data, network, kind, key(`delivery-${kind}`))),
    ),
    ...fanOutTables(data, network),
  ];
  tables.push(...metricsTables(data, network, tables));
  const resources = resourceTable(data, network, key('resources'));
  const suffix = data.manifest.config.networks.length > 1 ? `-${idText(network)}` : '';
  return [
    ...tables.map(({ from, table }) => ({ from, table: markUnranked(table, data) })),
    // Older cells, and those of macOS, have nothing to fill it with.
    ...(resources.rows.length > 0 ? [{ from: null, table: resources }] : []),
  ].map(({ from, table }) => ({ ...table, id: `${table.id}${suffix}`, key: table.id, from }));
}

function of(scenario: string, kind: PayloadKind, table: Table): Measured {
  return { from: { scenario, kind }, table };
}

/** Likewise: one of each number of subscribers. */
function fanOutTables(data: ReportData, network: string): Measured[] {
  if (!data.manifest.config.scenarios.includes('6i')) return [];
  return workloadOn(data, network).fanOut.map((fanOut) =>
    of('6i', 'text', fanOutTable(data, network, { fanOut, id: key(`6i-${fanOut}`) })),
  );
}

/** One for each scenario of the run, and each of its kinds, that no other table is of. */
function metricsTables(data: ReportData, network: string, others: readonly Measured[]): Measured[] {
  const { scenarios, kinds } = data.manifest.config;
  const ofOthers = new Set(others.map(({ from }) => from?.scenario));
  return scenarios
    .filter((id) => findScenario(id) !== null && !ofOthers.has(id))
    .flatMap((scenario) =>
      kinds
        .filter((kind) => hasKind(scenario, kind))
        .map((kind) => {
          const id = key(`${scenario}-${kind}`);
          return of(scenario, kind, metricsTable(data, network, { scenario, kind }, id));
        }),
    );
}

/** Only of what the run has: nobody misses a table that was never published. */
function holbTables(data: ReportData, network: string): Measured[] {
  const scenarios = (['4f', '4g'] as const).filter((scenario) =>
    data.manifest.config.scenarios.includes(scenario),
  );
  return scenarios.flatMap((scenario) =>
    (['load', 'event'] as const).map((what) => {
      const place = { scenario, what, id: key(`${scenario}-${what}`) };
      return of(scenario, 'text', holbTable(data, network, place));
    }),
  );
}

/** Only where the run has the scenario, and losses to predict from. */
function goodputTables(data: ReportData, network: string): Measured[] {
  const { profile } = networkOf(data, network);
  return data.manifest.config.scenarios.includes('4f') && losesAtARate(profile)
    ? [of('4f', 'text', goodputTable(data, network, key('goodput')))]
    : [];
}

function setUpTables(data: ReportData, network: string): Measured[] {
  return data.manifest.config.scenarios.includes('5h')
    ? [of('5h', 'text', setUpTable(data, network, key('5h')))]
    : [];
}

function publishedTable(data: ReportData, network: string, published: PublishedTable): Measured {
  const plan = PLAN[published.table];
  if (!plan) throw new Error(`no plan fills table ${published.table}`);
  const { scenario, kind, build } = plan;
  const table = build({ data, network, published, scenario, kind, id: key(published.table) });
  return of(scenario, kind, { ...table, title: `Table ${published.table}: ${table.title}` });
}
