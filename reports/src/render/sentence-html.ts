import { cellAnchor } from '../document/anchors.ts';
import type { Inline, Role, Sentence } from '../document/block.ts';
import { attribute, html, Markup } from './markup.ts';

/** A sentence whose numbers lead to their cells. One that is code alone is a command, to be copied. */
export function sentenceHtml(sentence: Sentence): Markup {
  const [first] = sentence;
  if (sentence.length === 1 && typeof first === 'object' && first.style === 'code') {
    return html`<span class="command">${inlineHtml(first)}</span>`;
  }
  return html`${sentence.map(inlineHtml)}`;
}

export function listHtml(items: readonly Sentence[], role: Role | undefined): Markup {
  return html`<ul${roleHtml(role)}>
    ${items.map((item) => html`<li>${sentenceHtml(item)}</li>`)}
  </ul>`;
}

export function roleHtml(role: Role | undefined): Markup | null {
  return attribute('class', role === 'note' ? 'notes' : role);
}

function inlineHtml(part: Inline): Markup {
  if (typeof part === 'string') return wordsHtml(part);
  const { text, cell, anchor, style } = part;
  const target = cell === undefined ? anchor : cellAnchor(cell);
  const words = style === 'code' ? html`<code>${text}</code>` : wordsHtml(text);
  const linked = target === undefined ? words : html`<a href="#${target}">${words}</a>`;
  if (style === undefined || style === 'code') return linked;
  if (style === 'strong') return html`<strong>${linked}</strong>`;
  return html`<span class="${style}">${linked}</span>`;
}

/** A number and its unit stay on one line; a mark of a comparison is read out as a word. */
function wordsHtml(text: string): Markup {
  const { text: escaped } = html`${text}`;
  return new Markup(
    escaped
      .replaceAll(/(?<=\d) (?=(?:ms|s|[Mk]bit\/s|MiB|RTT|×|%)(?!\w))/g, '\u00a0')
      .replaceAll(/(?<=[≥×]) (?=\d)/g, '\u00a0')
      .replaceAll('▲', '<span role="img" aria-label="higher">▲</span>')
      .replaceAll('▼', '<span role="img" aria-label="lower">▼</span>')
      .replaceAll('\n', '<br />'),
  );
}
