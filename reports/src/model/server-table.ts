import type { Variant } from '@holbench/variants/registry';
import { missingFigure } from './figure.ts';
import { besidePublished } from './published.ts';
import { selectionNotes, selectVariants, type TableContext } from './published-table.ts';
import type { Selected } from './report-data.ts';
import type { Figure, Row, Table } from './table.ts';

/** What differs between the tables that have one row per server. */
export interface ServerTable {
  readonly columns: readonly string[];
  /** One figure per column, of rounds that count. */
  readonly figures: (selected: Extract<Selected, { state: 'ok' }>) => Figure[];
  readonly notComparable: readonly string[];
  readonly note: string;
}

/** Builds tables 5–18: one row per variant, published figures beside the measured ones. */
export function serverTable(context: TableContext, table: ServerTable): Table {
  const selections = selectVariants(context);
  return {
    id: context.id,
    title: context.published.title,
    rowHeader: 'Server',
    columns: table.columns,
    rows: selections.map(({ variant, selected }) => row(context, table, variant, selected)),
    notComparable: table.notComparable,
    notes: [table.note, ...selectionNotes(selections)],
  };
}

function row(
  { published }: TableContext,
  { columns, figures }: ServerTable,
  variant: Variant,
  selected: Selected,
): Row {
  const measured =
    selected.state === 'ok' ? figures(selected) : columns.map(() => missingFigure(selected));
  const publishedRow = published.rows.find(({ Server: code }) => code === variant.code);
  return {
    header: `${variant.code} ${variant.id}`,
    figures: measured.map((figure, index) => {
      const column = columns[index] ?? '';
      const place = { table: published.table, code: variant.code, column, row: publishedRow };
      return besidePublished(figure, place, column);
    }),
  };
}
