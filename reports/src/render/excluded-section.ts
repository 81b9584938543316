import type { ExcludedCells, ExcludedRow } from '../model/excluded-cells.ts';
import { html, type Markup } from './markup.ts';

/** What does not count or does not rank, why, and what that means for which figures. */
export function excludedSection({ summary, rows }: ExcludedCells): Markup {
  const limited = rows.filter(({ state }) => state === 'client-limited');
  const others = rows.filter((row) => !limited.includes(row));
  return html`
    <section aria-labelledby="excluded">
      <h2 id="excluded">Excluded cells – ${summary}</h2>
      ${
        others.length === 0
          ? null
          : html`<p>
                Kept and shown, never averaged in. One row for the rounds of one figure that share a
                reason.
              </p>
              ${excludedTable(others, 'Cells that do not count')}`
      }${
        limited.length === 0
          ? null
          : html`<details>
              <summary>What counts and ranks no server, as the client was the bottleneck</summary>
              ${excludedTable(limited, 'Cells that rank no server')}
            </details>`
      }
    </section>
  `;
}

function excludedTable(rows: readonly ExcludedRow[], label: string): Markup {
  return html`
    <div class="scroll" role="group" aria-label="${label}" tabindex="0">
      <table class="text prose">
        <thead>
          <tr>
            <th scope="col">Cells</th>
            <th scope="col">State</th>
            <th scope="col">Reason</th>
            <th scope="col">What it means</th>
            <th scope="col">Tables</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ state, what, cells, reason, meaning, tables }) =>
              html`<tr>
                <th scope="row">
                  ${what}${cells.map(
                    ({ round, anchor }) =>
                      html`<small> <a href="#${anchor}">round ${round}</a></small>`,
                  )}
                </th>
                <td>
                  <span class="${state === 'client-limited' ? 'missing' : 'bad'}">${state}</span>
                </td>
                <td class="reasons">${reason}</td>
                <td class="reasons">${meaning}</td>
                <td class="reasons">
                  ${tables.map(
                    ({ id, title }, index) =>
                      html`${index === 0 ? '' : ', '}<a href="#${id}">${shortTitle(title)}</a>`,
                  )}
                </td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** `Table 5` of `Table 5: Scenario 1b …`; titles without a number stay whole. */
function shortTitle(title: string): string {
  return /^Table \d+/.exec(title)?.[0] ?? title;
}
