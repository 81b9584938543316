import { linesOf, type TableBlock, type TableCell } from '../document/block.ts';
import { columnText, limitText } from '../document/figure-text.ts';
import { type CellOptions, figureCell } from '../document/figure-cell.ts';
import type { Figure } from '../figures/figure.ts';
import { runtimeText } from '../evidence/runtime.ts';
import { armKey, headerOf } from '../figures/selections.ts';
import type { Report } from '../report.ts';
import type { Variant } from '@holbench/variants/registry';
import { cautionNotes } from './caution-notes.ts';

/** One row of figures, in the order of the columns; null where there is none. */
export interface PivotRow {
  readonly group?: string;
  readonly header: string;
  /** Of its figures, where all are of one. */
  readonly variant?: Variant;
  readonly figures: readonly (Figure | null)[];
  /** Of the columns after theirs. */
  readonly more?: readonly TableCell[];
}

interface Pivot extends Pick<TableBlock, 'id' | 'title' | 'notes'> {
  readonly rowHeader: string;
  readonly columns: readonly string[];
  readonly rows: readonly PivotRow[];
  readonly cell?: CellOptions;
}

/** Figures as a table. */
export function pivotTable(report: Report, pivot: Pivot): TableBlock {
  const { rowHeader, columns, rows, cell, notes = [], ...table } = pivot;
  const shown = rows.flatMap(({ figures }) => figures.flatMap((figure) => figure ?? []));
  return {
    block: 'table',
    ...table,
    notes: [...notes, ...cautionNotes(shown)],
    header: [rowHeader, ...columns],
    rows: rows.map(({ header, figures, variant, more = [], ...row }) => {
      const found = figures.flatMap((figure) => (figure?.state === 'ok' ? [figure] : []));
      const limits = new Set(found.map((figure) => (figure.ranked ? '' : limitText(figure))));
      // Once for a row in which all are.
      const [limit = ''] = limits.size === 1 ? limits : [];
      return {
        ...row,
        cells: [
          {
            text: [header],
            lines: linesOf([variant ? runtimeText(report.data, variant) : '', limit]),
          },
          ...figures.map((figure) =>
            figure === null
              ? { text: ['–'], value: null }
              : figureCell(figure, report, { ...cell, limited: limit === '' }),
          ),
          ...more,
        ],
      };
    }),
  };
}

/** A column of a table whose rows are variants and arms. */
type Column = Pick<Figure, 'metric' | 'series'>;

/**
 * The columns of figures, in their order, and a row for each variant and arm. A column that no
 * variant has is left out if it is of what older runs did not record.
 */
export function byVariant(figures: readonly Figure[]): { columns: Column[]; rows: PivotRow[] } {
  const nameOf = ({ metric, series }: Column) => `${metric.id} ${series}`;
  const all = [...Map.groupBy(figures, nameOf).values()];
  const columns = all.flatMap((own) => {
    const has = own.some(({ state }) => state !== 'not-run' && state !== 'unsupported');
    const [first] = own;
    return first && (has || first.metric.whereRecorded !== true) ? [first] : [];
  });
  const rows = [...Map.groupBy(figures, armKey).values()].flatMap((own) => {
    const byName = new Map(own.map((figure) => [nameOf(figure), figure]));
    const row = columns.map((column) => byName.get(nameOf(column)) ?? null);
    return own
      .slice(0, 1)
      .map((first) => ({ header: headerOf(first), variant: first.variant, figures: row }));
  });
  return { columns, rows };
}

/** Headings of columns. */
export function columnTexts(columns: readonly Column[]): string[] {
  return columns.map(({ metric, series }) => columnText(metric, series));
}
