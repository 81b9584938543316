import type { FinishedCell } from '@holbench/results/run-reader';
import type { Better } from './beside-best.ts';
import { besidePublished } from './published.ts';
import { selectionNotes, selectOwnAndArms, type TableContext } from './published-table.ts';
import { rankedFigures } from './ranked-figures.ts';
import type { Figure, Row, Table } from './table.ts';

/** What differs between the tables that have one row per server. */
export interface ServerTable {
  readonly columns: readonly string[];
  /** One figure per column, of rounds that count. */
  readonly figures: (rounds: readonly FinishedCell[]) => Figure[];
  readonly note: string;
}

/** Builds tables 5–18: one row per variant, published figures beside the measured ones. */
export function serverTable(
  context: TableContext,
  table: ServerTable & { readonly notComparable: readonly string[] },
): Table {
  const { published, id } = context;
  const { columns, notComparable } = table;
  const { rows, notes } = serverRows(context, table);
  return {
    id,
    title: published.title,
    rowHeader: 'Server',
    columns,
    rows: rows.map(({ header, figures, code, arm }) => {
      // An arm of a sweep is another experiment.
      if (arm !== '') return { header, figures };
      const row = published.rows.find(({ Server: server }) => server === code);
      const beside = figures.map((figure, index) => {
        const column = columns[index] ?? '';
        return besidePublished(figure, { table: published.table, code, column, row }, column);
      });
      return { header, figures: beside };
    }),
    notComparable,
    notes,
  };
}

/** The rows of such a table, each figure with its ratio to the best of its column. */
export function serverRows(
  context: Pick<TableContext, 'data' | 'network' | 'scenario' | 'kind'>,
  { columns, figures: figuresOf, note }: ServerTable,
): { rows: (Row & { readonly code: string; readonly arm: string })[]; notes: string[] } {
  const selections = selectOwnAndArms(context);
  const places = columns.map((name) => ({ name, better: betterOf(name) }));
  const { figures, notes } = rankedFigures(selections, { along: 'column', places }, figuresOf);
  return {
    rows: selections.map(({ variant: { code }, arm, header }, index) => ({
      header,
      code,
      arm,
      figures: figures[index] ?? [],
    })),
    notes: [note, ...notes, ...selectionNotes(selections)],
  };
}

/** Null for counts and shares, and for an extreme, which is one operation and grows with their number. */
function betterOf(column: string): Better | null {
  if (column === 'Min (ms)' || column === 'Max (ms)') return null;
  if (column.endsWith('(ms)')) return 'lowest';
  return column.endsWith('(rps)') ? 'highest' : null;
}
