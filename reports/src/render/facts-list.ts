import { html, type Markup } from './markup.ts';

/** Terms and what there is to say of each. */
export function factsList(facts: readonly (readonly [string, string | number | Markup])[]): Markup {
  return html`<dl class="facts">
    ${facts.map(
      ([term, text]) =>
        html`<dt>${term}</dt>
          <dd>${text}</dd> `,
    )}
  </dl>`;
}
