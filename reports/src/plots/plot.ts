import { idText } from '../document/id-text.ts';

/** A picture of a report: `plots/<id>.svg`, and inline in the page. */
export interface Plot {
  /** File name without its ending, and anchor in the page. */
  readonly id: string;
  readonly network: string;
  /** Which tables it belongs to: `download`, `connect`, `measures` … */
  readonly topic: string;
  readonly title: string;
  /** What the picture says, in words and numbers, for those who do not see it. */
  readonly alt: string;
  /** How to read it. */
  readonly note: string;
  /** An `svg` element whose colours are the page's variables; `standalone` makes a file of it. */
  readonly svg: string;
}

/** An id of a plot, of which its file is named: `ecdf-download-load-reference-4g+loss=1_pct`. '' is left out. */
export function plotId(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map(idText)
    .join('-');
}
