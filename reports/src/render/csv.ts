import { isFigure, plainText, type TableBlock, type TableCell } from '../document/block.ts';
import { allTables, type Document, groupsOf, hasFile } from '../document/document.ts';
import { writeCsv } from '../export/write-csv.ts';
import { type ColumnValue, figureColumns } from '../figures/columns.ts';

type Line = Readonly<Record<string, ColumnValue>>;

/** Every table of a report as a file, by its path in the report's folder. */
export function csvFiles(document: Document): Map<string, string> {
  return new Map(
    allTables(document)
      .filter(hasFile)
      .map((table) => [`tables/${table.id}.csv`, writeCsv(table.records ?? figureLines(table))]),
  );
}

/**
 * A line per figure, so that it needs no guessing of columns. Values are in the unit of their column
 * and unrounded; what is not there has a state and none.
 */
function figureLines(table: TableBlock): Line[] {
  const line = ({ figure, columns, published }: TableCell) => ({
    ...(figure ? figureColumns(figure) : {}),
    ...columns,
    published: published?.value ?? null,
    published_defects: published?.marks ?? '',
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

function cellText({ text, lines = [] }: TableCell): string {
  const parts = [text, ...lines].map(plainText);
  return parts.filter((part) => part !== '').join('; ');
}
