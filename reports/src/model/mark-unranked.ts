import { ranksServers } from '@holbench/results/validity';
import type { ReportData } from './report-data.ts';
import type { Table } from './table.ts';

const MARK = 'client-limited';

/**
 * Marks the figures of a table that say more of the client than of a server: in a round that they
 * come from, the client was the bottleneck. They stay, and rank nobody.
 */
export function markUnranked(table: Table, data: ReportData): Table {
  const unranked = selectionsOf(data);
  let marked = false;
  const rows = table.rows.map((row) => ({
    ...row,
    figures: row.figures.map((figure) => {
      const selection = figure.cell === null ? null : selectionOf(figure.cell);
      if (figure.state !== 'ok' || selection === null || !unranked.has(selection)) return figure;
      marked = true;
      return { ...figure, remark: figure.remark === '' ? MARK : `${figure.remark}, ${MARK}` };
    }),
  }));
  if (!marked) return table;
  const note = `${MARK}: in one round or more the client was the bottleneck; the figure does not rank servers.`;
  return { ...table, rows, notes: [...table.notes, note] };
}

/** Those with a round that counts and does not rank. */
function selectionsOf({ cells }: ReportData): Set<string> {
  const unranked = cells.filter(({ cell }) => cell.valid && !ranksServers(cell));
  return new Set(unranked.map(({ cell }) => selectionOf(cell.cell)));
}

/** A cell's id without its round. */
function selectionOf(cell: string): string {
  return cell.slice(0, cell.lastIndexOf('/'));
}
