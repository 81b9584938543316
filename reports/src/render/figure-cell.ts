import { cellAnchor } from '../model/cell-rows.ts';
import { formatAsGiven, formatInterval } from '../model/format.ts';
import type { Figure, Row, Table } from '../model/table.ts';
import { differenceMark } from './compare-section.ts';
import { comparedText } from './compare-text.ts';
import { html, type Markup } from './markup.ts';

/** A table of figures in a container of its own that scrolls, with its heading and notes. */
export function tableSection(table: Table): Markup {
  return html`
    <section>
      <h3 id="${table.id}"><a href="#${table.id}">${table.title}</a></h3>
      ${table.notComparable.map((text) => html`<p class="incomparable">${text}</p>`)}
      <div class="scroll" role="group" aria-labelledby="${table.id}" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">${table.rowHeader}</th>
              ${table.columns.map((column) => html`<th scope="col">${column}</th>`)}
            </tr>
          </thead>
          ${groupsOf(table.rows).map((rows) => tableBody(rows, table.columns.length))}
        </table>
      </div>
      <ul class="notes">
        ${table.notes.map((note) => html`<li>${note}</li>`)}
      </ul>
    </section>
  `;
}

/** Rows that stand one after the other under the same heading. */
function groupsOf(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.[0] && last[0].group === row.group) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

function tableBody(rows: readonly Row[], columns: number): Markup {
  const group = rows[0]?.group;
  return html`<tbody>
    ${
      group === undefined
        ? null
        : html`<tr class="group">
            <th scope="rowgroup" colspan="${columns + 1}"><span>${group}</span></th>
          </tr> `
    }${rows.map(
      ({ header, figures }) =>
        html`<tr>
          <th scope="row">${header}</th>
          ${figures.map(figureCell)}
        </tr> `,
    )}
  </tbody> `;
}

function figureCell(figure: Figure): Markup {
  const { interval, remark, ratio, published, compared, cell, state, text } = figure;
  const shown = cell === null ? html`${text}` : html`<a href="#${cellAnchor(cell)}">${text}</a>`;
  const style = STYLES[state];
  return html`<td data-value="${figure.value ?? ''}">
    ${style === '' ? shown : html`<span class="${style}">${shown}</span>`}${
      interval === null
        ? null
        : html`<small title="95 % interval over rounds">${formatInterval(interval)}</small>`
    }${ratio === null ? null : html`<small class="ratio">${ratio.text}</small>`}${
      remark === '' ? null : html`<small>${remark}</small>`
    }${
      compared === null
        ? null
        : html`<small>${differenceMark(compared)}${comparedText(compared)}</small>`
    }${
      published === null
        ? null
        : html`<small
            >published
            ${formatAsGiven(published.value)}${published.marks.map(
              (mark) => html` <sup><a href="#defect-${mark}">${mark}</a></sup>`,
            )}</small
          >`
    }
  </td>`;
}

const STYLES: Readonly<Record<Figure['state'], string>> = {
  ok: '',
  'too-small': 'too-small',
  'not-run': 'missing',
  unsupported: 'missing',
  failed: 'bad',
  invalid: 'bad',
};
