import type { Compared } from '../compare/compared.ts';
import type { Comparison } from '../compare/comparison.ts';
import { isFigure, plainText, type TableBlock, type TableCell } from '../document/block.ts';
import { type Document, groupsOf, hasFile, sectionsOf, tablesIn } from '../document/document.ts';
import { writeCsv } from '../export/write-csv.ts';
import { type ColumnValue, figureColumns } from '../figures/columns.ts';
import type { Figure } from '../figures/figure.ts';

type Line = Readonly<Record<string, ColumnValue>>;

/** Every table of a report as a file, by its path in the report's folder. */
export function csvFiles(document: Document): Map<string, string> {
  const sections = sectionsOf(document).flatMap(({ blocks }) => blocks);
  return new Map(
    tablesIn([...document.lead, ...sections])
      .filter(hasFile)
      .map((table) => [
        `tables/${table.id}.csv`,
        writeCsv(table.records ?? figureLines(table, document.comparison)),
      ]),
  );
}

/**
 * A line per figure, so that it needs no guessing of columns. Values are in the unit of their column
 * and unrounded; what is not there has a state and none.
 */
function figureLines(table: TableBlock, comparison: Comparison | null): Line[] {
  const line = ({ figure, columns, published }: TableCell) => ({
    ...(figure ? figureColumns(figure) : {}),
    ...columns,
    published: published?.value ?? null,
    published_defects: published?.marks ?? '',
    // Alone, a table has no columns that are always empty.
    ...(comparison === null ? {} : comparedColumns(figure, comparison)),
  });
  return groupsOf(table).flatMap(({ group = '', rows }) =>
    rows.flatMap(({ cells }) => {
      const row = cells[0] === undefined ? '' : cellText(cells[0]);
      return cells.flatMap((cell, index) =>
        isFigure(cell)
          ? [{ table: table.id, group, row, column: table.header[index] ?? '', ...line(cell) }]
          : [],
      );
    }),
  );
}

function comparedColumns(figure: Figure | undefined, comparison: Comparison): Line {
  const compared = figure === undefined ? null : comparison.find(figure);
  const there = compared === null ? {} : figureColumns(compared.there);
  return {
    compared_value: there['value'] ?? null,
    compared_low: there['low'] ?? null,
    compared_high: there['high'] ?? null,
    compared_censored: there['censored'] ?? null,
    compared_ratio: compared?.ratio ?? null,
    compared_ratio_bound: compared === null ? '' : ratioBound(compared),
    compared_outcome: compared?.outcome ?? '',
  };
}

/** Which bound a ratio is: of a lower bound it is one, over a lower bound an upper one. */
function ratioBound({ ratio, here, there }: Compared): 'lower' | 'upper' | '' {
  if (ratio === null) return '';
  return here.bound === '≥' ? 'lower' : there.bound === '≥' ? 'upper' : '';
}

function cellText({ text, lines = [] }: TableCell): string {
  const parts = [text, ...lines].map(plainText);
  return parts.filter((part) => part !== '').join('; ');
}
