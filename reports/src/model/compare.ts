import { RunFolderError } from '@holbench/results/run-folder-error';
import { conditionDifferences } from './compare-conditions.ts';
import { compareTable, type ComparedFigure, type ComparedTable } from './compare-table.ts';
import { type ComparedCounts, countFigures, shownDifferences } from './compare-counts.ts';
import { incomparable, type Pair } from './compare-workload.ts';
import type { ReportData } from './report-data.ts';
import { reportTables, type ReportTable } from './report-tables.ts';

/** This run beside another one. */
export interface Comparison {
  /** The other run; of several the names of all. */
  readonly other: string;
  /** What else differs than the figures, one line each. */
  readonly conditions: readonly string[];
  /** What only one of the runs has, one line each. */
  readonly onlyOne: readonly string[];
  readonly counts: ComparedCounts;
  /** Figures shown to differ: of head-of-line blocking first, then by how many times. */
  readonly differences: readonly ComparedFigure[];
  /** What had to be tolerated to read the other run. */
  readonly warnings: readonly string[];
}

type Tables = ReadonlyMap<string, readonly ReportTable[]>;

/** What the lines call the runs: their own names are long. */
const NAMES = ['this run', 'the other run'] as const;

/**
 * Puts the figures of another run beside those of this one.
 *
 * @param tables of this run, by network.
 * @throws RunFolderError when the runs have no figure in common.
 */
export function compareRuns(
  here: ReportData,
  tables: Tables,
  there: ReportData,
): { readonly tables: Tables; readonly comparison: Comparison } {
  const networks = [...tables].map(([network, own]) => {
    // Null where the other run lacks the network.
    const others = hasNetwork(there, network) ? reportTables(there, network) : null;
    const compared = others && compareNetwork([here, there], network, own, others);
    return { network, own, others, compared };
  });
  const figures = networks
    .flatMap(({ compared }) => compared ?? [])
    .flatMap((each) => each.figures);
  if (!figures.some(({ figure, other }) => figure.value !== null && other.value !== null)) {
    throw new RunFolderError(
      `nothing to compare: ${planText(here)}, but ${planText(there)}; runs of the same --networks and --scenarios can be compared`,
    );
  }
  return {
    tables: new Map(
      networks.map(({ network, own, compared }) => [
        network,
        compared?.map(({ table }) => table) ?? own,
      ]),
    ),
    comparison: {
      other: nameOf(there),
      conditions: conditionDifferences([here.manifest, there.manifest], NAMES),
      onlyOne: [
        ...networks.flatMap(({ network, others, compared }) =>
          compared === null
            ? [`only in ${NAMES[0]}: the network ${network}`]
            : onlyLines(network, compared, others ?? []),
        ),
        ...there.manifest.config.networks
          .filter((network) => !tables.has(network))
          .map((network) => `only in ${NAMES[1]}: the network ${network}`),
      ],
      counts: countFigures(figures),
      differences: shownDifferences(figures),
      warnings: there.warnings,
    },
  };
}

/** One per table of this run; of tables that the other lacks, too. */
function compareNetwork(
  [here, there]: Pair<ReportData>,
  network: string,
  tables: readonly ReportTable[],
  others: readonly ReportTable[],
): ComparedTable[] {
  const manifests = [here.manifest, there.manifest] as const;
  return tables.map((table) => {
    const other = others.find(({ key }) => key === table.key) ?? { ...table, rows: [] };
    const why = incomparable(manifests, network, table.from, NAMES);
    return compareTable(
      network,
      table,
      other,
      why.map((text) => `Not comparable with ${nameOf(there)}: ${text}`),
    );
  });
}

/** What only one of the runs has over a network that both have: whole tables, or rows of some. */
function onlyLines(
  network: string,
  compared: readonly ComparedTable[],
  others: readonly ReportTable[],
): string[] {
  const onlyThere = others
    .filter(({ key }) => !compared.some(({ table }) => table.key === key))
    .map((table) => compareTable(network, { ...table, rows: [] }, table, []));
  const lines = (
    name: string,
    tables: readonly ComparedTable[],
    rowsOf: (table: ComparedTable) => readonly string[],
  ) => {
    // What a cell used goes with its other figures.
    const lacking = tables.filter((each) => each.table.from !== null && rowsOf(each).length > 0);
    const groups = Map.groupBy(lacking, (each) =>
      each.figures.length === 0 ? '' : `${rowsOf(each).join(', ')} of `,
    );
    return [...groups].map(
      ([rows, members]) =>
        `${network}: only in ${name}: ${rows}${members.map(({ table }) => table.title).join('; ')}`,
    );
  };
  return [
    ...lines(NAMES[0], compared, ({ onlyHere }) => onlyHere),
    ...lines(NAMES[1], [...compared, ...onlyThere], (each) => each.onlyThere),
  ];
}

function hasNetwork({ manifest }: ReportData, network: string): boolean {
  return manifest.config.networks.includes(network);
}

function nameOf({ runs }: ReportData): string {
  return runs.join(', ');
}

function planText(data: ReportData): string {
  const { scenarios, networks } = data.manifest.config;
  return `${nameOf(data)} has ${scenarios.join(', ')} over ${networks.join(', ')}`;
}
