import { ranksServers } from '@holbench/results/validity';
import { figureOf, type ReportData } from './report-data.ts';
import type { Table } from './table.ts';

/** Under a figure that ranks nobody. */
export const CLIENT_LIMITED = 'client-limited';

/**
 * Marks the figures of a table that say more of the client than of a server: in a round that they
 * come from, the client was the bottleneck. They stay, and rank nobody.
 */
export function markUnranked(table: Table, data: ReportData): Table {
  const unranked = unrankedCells(data);
  let marked = false;
  const rows = table.rows.map((row) => ({
    ...row,
    figures: row.figures.map((figure) => {
      if (figure.state !== 'ok' || figure.cell === null || !unranked.has(figure.cell)) {
        return figure;
      }
      marked = true;
      return {
        ...figure,
        remark: figure.remark === '' ? CLIENT_LIMITED : `${figure.remark}, ${CLIENT_LIMITED}`,
      };
    }),
  }));
  if (!marked) return table;
  const note = `${CLIENT_LIMITED}: in one round or more the client was the bottleneck; the figure does not rank servers.`;
  return { ...table, rows, notes: [...table.notes, note] };
}

/** All cells of the figures that have a round which counts and does not rank, of whichever run. */
function unrankedCells({ cells }: ReportData): Set<string> {
  const figures = [...Map.groupBy(cells, figureOf).values()];
  const unranked = figures.filter((rounds) =>
    rounds.some(({ cell }) => cell.valid && !ranksServers(cell)),
  );
  return new Set(unranked.flat().map(({ cell }) => cell.cell));
}
