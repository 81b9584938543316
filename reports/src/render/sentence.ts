import { cellAnchor } from '../model/cell-rows.ts';
import type { Sentence } from '../model/sentence.ts';
import { html, type Markup } from './markup.ts';

/** A sentence whose numbers lead to their cells. */
export function sentenceMarkup(sentence: Sentence): Markup[] {
  return sentence.map((part) =>
    typeof part === 'string'
      ? html`${part}`
      : html`<a href="#${cellAnchor(part.cell)}">${part.text}</a>`,
  );
}
