import type { Plot } from '../plots/plot.ts';
import type { ReportData } from '../runs/report-data.ts';
import { type Block, isFigure, type Section, type TableBlock, type TableRow } from './block.ts';

/** A complete report: page, Markdown and tables are written from this alone. */
export interface Document {
  readonly title: string;
  /** What the lab asks, in a sentence. */
  readonly question: string;
  /** What a reader must know before all else, each as it is to be read. */
  readonly warnings: readonly string[];
  /** What stands before the table of contents. */
  readonly lead: readonly Block[];
  readonly sections: readonly Section[];
  /** All of them: what a page has no room for decides their size. */
  readonly plots: readonly Plot[];
  /** Their samples are those that a page carries. */
  readonly cells: ReportData['cells'];
}

/** Every table of a report, in its order. */
export function allTables({ lead, sections }: Pick<Document, 'lead' | 'sections'>): TableBlock[] {
  return tablesIn([...lead, ...sections.flatMap(({ blocks }) => blocks)]);
}

/** Every table in blocks, however deep. */
export function tablesIn(blocks: readonly Block[]): TableBlock[] {
  return blocks.flatMap((block) => {
    if (block.block === 'table') return [block];
    if (block.block === 'beside') return tablesIn([...block.left, ...block.right, ...block.under]);
    if (block.block === 'section') return tablesIn(block.section.blocks);
    return block.block === 'details' ? tablesIn(block.blocks) : [];
  });
}

interface RowGroup {
  readonly group: string | undefined;
  readonly rows: TableRow[];
}

/** Rows that stand together; a row without a group belongs to that of the row before it. */
export function groupsOf({ rows }: TableBlock): RowGroup[] {
  const groups: RowGroup[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && (row.group === undefined || row.group === last.group)) last.rows.push(row);
    else groups.push({ group: row.group, rows: [row] });
  }
  return groups;
}

/** Whether a table is a file, too: one of words says nothing that the page does not. */
export function hasFile({ rows, records }: TableBlock): boolean {
  return records !== undefined || rows.some(({ cells }) => cells.some(isFigure));
}
