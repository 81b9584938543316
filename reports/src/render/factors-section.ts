import type { Factors } from '../model/factors.ts';
import { tableSection } from './figure-cell.ts';
import { escape, grid } from './markdown-text.ts';
import { html, type Markup } from './markup.ts';
import { tableLines } from './table-markdown.ts';

const HEADER = ['Factor', 'Values', 'Baseline', 'Swept over'] as const;

/** What the run varied and what that does; nothing where it did neither set nor sweep a factor. */
export function factorsSection(factors: Factors | null): Markup | null {
  if (factors === null) return null;
  const { swept, tables, elsewhere } = factors;
  return html`
    <section aria-labelledby="factors">
      <h2 id="factors">Factors</h2>
      <p>${changedLine(factors)}</p>
      ${swept.length === 0 ? null : sweptTable(swept)} ${tables.map(tableSection)}
      ${
        elsewhere.length === 0
          ? null
          : html`<p>
              Arms of other scenarios are rows, or columns, of
              ${elsewhere.map(
                ({ id, title }, index) =>
                  html`${index === 0 ? '' : ', '}<a href="#${id}">${title}</a>`,
              )}.
            </p>`
      }
    </section>
  `;
}

function sweptTable(swept: Factors['swept']): Markup {
  return html`
    <div class="scroll" role="group" aria-labelledby="factors" tabindex="0">
      <table class="text prose">
        <thead>
          <tr>
            ${HEADER.map((text) => html`<th scope="col">${text}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${swept.map(
            ({ factor, values, baseline, over }) =>
              html`<tr>
                <th scope="row">${factor}</th>
                <td class="reasons">${values.join(', ')}</td>
                <td class="reasons">${baseline}</td>
                <td class="reasons">${over}</td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** The same as Markdown. */
export function factorLines(factors: Factors | null): string[] {
  if (factors === null) return [];
  const { swept, tables, elsewhere } = factors;
  const rows = swept.map(({ factor, values, baseline, over }) => [
    factor,
    values.join(', '),
    baseline,
    over,
  ]);
  const titles = elsewhere.map(({ title }) => escape(title)).join(', ');
  return [
    '## Factors',
    '',
    escape(changedLine(factors)),
    '',
    ...(rows.length === 0 ? [] : [...grid(HEADER, rows), '']),
    ...tables.flatMap((table) => tableLines(table, 3)),
    ...(titles === '' ? [] : [`Arms of other scenarios are rows, or columns, of ${titles}.`, '']),
  ];
}

/** What each factor sets: docs/factors.md. */
function changedLine({ changed }: Factors): string {
  if (changed.length === 0) {
    return 'The run’s own settings are the defaults of docs/factors.md: what a user of that library, kernel or browser gets.';
  }
  const factors = changed.map(({ factor, value, fallback }) => `${factor} ${value} (${fallback})`);
  return `Of the factors of docs/factors.md the run’s own settings differ from the default, in brackets, in ${factors.join(', ')}.`;
}
