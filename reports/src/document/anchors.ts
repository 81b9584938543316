import { idText } from './id-text.ts';

/** `cell-` and the cell's id. No two cells share one. */
export function cellAnchor(cell: string): string {
  return `cell-${cell.split('/').map(idText).join('/')}`;
}

/** A known defect of the published tables, by its footnote mark. */
export function defectAnchor(mark: string): string {
  return `defect-${mark}`;
}

/** The section of where messages waited: the first screen leads to it. */
export const WAIT = 'where-the-message-waited';
