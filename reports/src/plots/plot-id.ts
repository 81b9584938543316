import { idText } from '../model/id-text.ts';

/** An id of a plot, of which its file is named: `holb-4f-load-4g+loss=1_pct`. */
export function plotId(...parts: readonly string[]): string {
  return parts.map(idText).join('-');
}
