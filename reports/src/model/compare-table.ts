import { compareFigure } from './compare-figure.ts';
import type { ReportTable } from './report-tables.ts';
import type { Figure, Row } from './table.ts';

/** A figure that both runs have, where it stands. */
export interface ComparedFigure {
  readonly network: string;
  readonly table: ReportTable;
  /** Header of its row, with that of the row's group. */
  readonly row: string;
  readonly column: string;
  /** With `compared`. */
  readonly figure: Figure;
  /** The other run's. */
  readonly other: Figure;
}

export interface ComparedTable {
  readonly table: ReportTable;
  readonly figures: readonly ComparedFigure[];
  /** Headers of rows that only one of the runs has anything of. */
  readonly onlyHere: readonly string[];
  readonly onlyThere: readonly string[];
}

/**
 * Puts the figures of another run's table beside those of the same table of this one: of the same row
 * and the same column. A row of which the other has nothing stays alone.
 *
 * @param incomparable why the two measured different things; empty where they did not.
 */
export function compareTable(
  network: string,
  here: ReportTable,
  there: ReportTable,
  incomparable: readonly string[],
): ComparedTable {
  const ownRows = rowsWithFigures(here);
  const otherRows = rowsWithFigures(there);
  const figures: ComparedFigure[] = [];
  const rows = here.rows.map((row): Row => {
    const other = ownRows.has(name(row)) ? otherRows.get(name(row)) : undefined;
    if (!other) return row;
    const beside = row.figures.map((figure, index): Figure => {
      const column = here.columns[index] ?? '';
      const same = other.figures[there.columns.indexOf(column)];
      if (!same) return figure;
      const inMs = /\bms\b/.test(`${here.title} ${column}`);
      const rule = { inMs, comparable: incomparable.length === 0 };
      const compared = { ...figure, compared: compareFigure(figure, same, rule) };
      const place = { network, table: here, row: name(row), column };
      figures.push({ ...place, figure: compared, other: same });
      return compared;
    });
    return { ...row, figures: beside };
  });
  const only = (one: ReadonlyMap<string, Row>, another: ReadonlyMap<string, Row>) =>
    [...one.keys()].filter((header) => !another.has(header));
  return {
    table: { ...here, rows, notComparable: [...here.notComparable, ...incomparable] },
    figures,
    onlyHere: only(ownRows, otherRows),
    onlyThere: only(otherRows, ownRows),
  };
}

/** Rows of which something was measured, or failed, by name. */
function rowsWithFigures({ rows }: ReportTable): Map<string, Row> {
  const measured = rows.filter(({ figures }) =>
    figures.some(({ state }) => state !== 'not-run' && state !== 'unsupported'),
  );
  return new Map(measured.map((row) => [name(row), row]));
}

function name({ group, header }: Row): string {
  return group === undefined ? header : `${group}: ${header}`;
}
