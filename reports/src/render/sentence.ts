import { cellAnchor } from '../model/cell-rows.ts';
import type { Sentence } from '../model/sentence.ts';
import { html, type Markup } from './markup.ts';

/** A sentence whose numbers lead to their cells. */
export function sentenceMarkup(sentence: Sentence): Markup[] {
  return sentence.map((part) =>
    typeof part === 'string'
      ? html`${unbroken(part)}`
      : html`<a href="#${cellAnchor(part.cell)}">${unbroken(part.text)}</a>`,
  );
}

/** A number and its unit stay on one line. */
function unbroken(text: string): string {
  return text.replaceAll(/(?<=\d) (?=%|ms|×)/g, '\u00a0').replaceAll('≥ ', '≥\u00a0');
}
