import type { Cell } from '@holbench/results/cell';
import { ranksServers } from '@holbench/results/validity';
import { VARIANTS } from '@holbench/variants/registry';
import { cellAnchor } from './cell-rows.ts';
import { plural } from './format.ts';
import { figureOf, type ReportData } from './report-data.ts';
import type { ReportTable } from './report-tables.ts';

/** `client-limited` counts and does not rank servers; the others do not count. */
const STATES = ['invalid', 'failed', 'unsupported', 'client-limited', 'not run'] as const;
type State = (typeof STATES)[number];

/** Cells of one figure that do not count, or do not rank, for one reason. */
export interface ExcludedRow {
  readonly state: State;
  /** `A3 node-http2, 1b text over 4g`. */
  readonly what: string;
  /** Empty for what was never begun. */
  readonly cells: readonly {
    readonly cell: string;
    readonly round: number;
    readonly anchor: string;
  }[];
  readonly reason: string;
  /** What it means for the figures. */
  readonly meaning: string;
  /** The tables that have those figures. */
  readonly tables: readonly Pick<ReportTable, 'id' | 'title'>[];
}

export interface ExcludedCells {
  /** `4 invalid, 2 failed of 80 cells`, or that all count. */
  readonly summary: string;
  readonly rows: readonly ExcludedRow[];
}

/** Every cell that does not count, or counts and does not rank servers, with its reason. */
export function excludedCells(
  data: ReportData,
  tablesOver: ReadonlyMap<string, readonly ReportTable[]>,
): ExcludedCells {
  const { cells, manifest } = data;
  const counting = Map.groupBy(
    cells.filter(({ cell }) => counts(cell)),
    figureOf,
  );
  const excluded = cells.flatMap((finished) => {
    const state = stateOf(finished.cell);
    if (state === null) return [];
    const { limiter, reasons } = finished.cell;
    const reason = state === 'client-limited' ? (limiter?.why ?? '') : reasons.join('; ');
    return [{ finished, state, reason, figure: figureOf(finished) }];
  });
  const groups = Map.groupBy(excluded, ({ state, reason, figure }) =>
    JSON.stringify([state, figure, reason]),
  );
  const rows = [...groups.values()].flatMap(([first, ...others]): ExcludedRow[] => {
    if (!first) return [];
    const { cell } = first.finished;
    return [
      {
        state: first.state,
        what: whatOf(cell),
        cells: [first, ...others].map(({ finished: { cell: each } }) => ({
          cell: each.cell,
          round: each.round,
          anchor: cellAnchor(each.cell),
        })),
        reason: first.reason || 'no reason was stored',
        meaning: meaningOf(first.state, counting.get(first.figure)?.length ?? 0),
        tables: (tablesOver.get(cell.network) ?? []).filter((table) => isOf(table, cell)),
      },
    ];
  });
  const missing = manifest.plannedCells - cells.length;
  const all = [...rows, ...withoutCells(data), ...notRun(data, missing)];
  return {
    summary: summaryOf(all, cells.length, Math.max(0, missing)),
    rows: all.toSorted((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state)),
  };
}

function counts({ status, valid }: Cell): boolean {
  return status === 'ok' && valid;
}

function stateOf(cell: Cell): State | null {
  if (cell.status !== 'ok') return cell.status;
  if (!cell.valid) return 'invalid';
  return ranksServers(cell) ? null : 'client-limited';
}

function whatOf({ variant, scenario, kind, network, arm, fanOut }: Cell): string {
  const to = fanOut === null ? '' : ` to ${fanOut}`;
  return `${nameOf(variant)}, ${scenario} ${kind}${to} over ${network}${arm === '' ? '' : `, ${arm}`}`;
}

/** With its code, unless the run is of a lab that had other variants. */
function nameOf(variant: string): string {
  const known = VARIANTS.find(({ id }) => id === variant);
  return known ? `${known.code} ${variant}` : variant;
}

function meaningOf(state: State, rounds: number): string {
  if (state === 'client-limited') {
    return 'Counts, and its figures rank no server.';
  }
  return rounds === 0
    ? 'Its figures are missing.'
    : `Left out: its figures are of the other ${plural(rounds, 'round')}.`;
}

/** Whether figures of a cell stand in a table. */
function isOf({ from }: ReportTable, { scenario, kind, fanOut }: Cell): boolean {
  if (from === null || from.scenario !== scenario || from.kind !== kind) return false;
  return from.fanOut === undefined || from.fanOut === fanOut;
}

/** Variants that cannot be had on the machine, where no cell says so. */
function withoutCells({ cells, manifest }: ReportData): ExcludedRow[] {
  const known = new Set(cells.map(({ cell }) => cell.variant));
  return manifest.unsupported
    .filter(({ variant }) => !known.has(variant))
    .map(({ variant, reason }) => ({
      state: 'unsupported',
      what: `${nameOf(variant)}, all its cells`,
      cells: [],
      reason,
      meaning: meaningOf('unsupported', 0),
      tables: [],
    }));
}

/** Of a run that was stopped; or of a line that was cut off. */
function notRun({ manifest }: ReportData, missing: number): ExcludedRow[] {
  if (missing <= 0) return [];
  const stopped = manifest.endedAt === null;
  return [
    {
      state: 'not run',
      what: `${missing} of ${plural(manifest.plannedCells, 'planned cell')}`,
      cells: [],
      reason: stopped
        ? 'the run was stopped, or still goes on'
        : `no line of ${missing === 1 ? 'it' : 'them'} in cells.ndjson`,
      meaning:
        'Figures are of fewer rounds, or “not run”. pnpm bench --resume with the run’s folder runs what is left.',
      tables: [],
    },
  ];
}

function summaryOf(rows: readonly ExcludedRow[], finished: number, missing: number): string {
  if (rows.length === 0) return `none: all ${plural(finished, 'cell')} count`;
  const number = (state: State) =>
    rows.filter((row) => row.state === state).reduce((sum, { cells }) => sum + cells.length, 0);
  const found = STATES.map((state) => ({
    state,
    count: state === 'not run' ? missing : number(state),
  })).filter(({ count }) => count > 0);
  const all = plural(finished + missing, 'cell');
  if (found.length === 0) return `none: all ${all} count`;
  if (found.every(({ state }) => state === 'client-limited')) {
    return `all ${all} count, ${number('client-limited')} client-limited rank no server`;
  }
  return `${found.map(({ state, count }) => `${count} ${state}`).join(', ')} of ${all}`;
}
