import { cellAnchor } from '../model/cell-rows.ts';
import type { Comparison } from '../model/compare.ts';
import type { ComparedFigure } from '../model/compare-table.ts';
import { formatInterval } from '../model/format.ts';
import type { Compared, Figure } from '../model/table.ts';
import { countsText, comparedRatio, ruleText } from './compare-text.ts';
import { html, type Markup } from './markup.ts';

/** What differs from another run; nothing without one. */
export function compareSection(comparison: Comparison | null): Markup | null {
  if (comparison === null) return null;
  const { other, conditions, onlyOne, warnings, differences } = comparison;
  return html`
    <section aria-labelledby="compared">
      <h2 id="compared">Compared with ${other}</h2>
      ${warnings.map((text) => html`<p class="warning">Warning: ${other}: ${text}</p>`)}
      <p><strong>${countsText(comparison)}.</strong></p>
      <p>${ruleText(comparison)}</p>
      ${list('What else differs', conditions, 'Nothing that the manifests of the two know of.')}
      ${onlyOne.length === 0 ? null : list('What only one of them has', onlyOne, '')}
      <h3 id="compared-figures">Figures shown to differ</h3>
      ${differences.length === 0 ? html`<p>None.</p>` : differenceTable(differences)}
    </section>
  `;
}

function list(title: string, lines: readonly string[], none: string): Markup {
  return html`<h3>${title}</h3>
    ${
      lines.length === 0
        ? html`<p>${none}</p>`
        : html`<ul class="findings">
            ${lines.map((line) => html`<li>${line}</li> `)}
          </ul>`
    } `;
}

function differenceTable(differences: readonly ComparedFigure[]): Markup {
  return html`<div class="scroll" role="group" aria-labelledby="compared-figures" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">Figure</th>
          <th scope="col">This run</th>
          <th scope="col">The other run</th>
          <th scope="col">This ÷ other</th>
          <th scope="col">Table</th>
        </tr>
      </thead>
      <tbody>
        ${differences.map(differenceRow)}
      </tbody>
    </table>
  </div>`;
}

function differenceRow({ network, table, row, column, figure }: ComparedFigure): Markup {
  const { compared } = figure;
  return html`<tr>
    <th scope="row">${row}</th>
    <td>${column}</td>
    ${valueCell(figure, figure.cell)} ${compared === null ? null : valueCell(compared, null)}
    <td data-value="${compared?.ratio ?? ''}">
      ${compared === null ? null : [differenceMark(compared), comparedRatio(compared)]}
    </td>
    <td><a href="#${table.id}">${network}: ${table.title}</a></td>
  </tr> `;
}

function valueCell(
  { value, text, interval, remark }: Pick<Figure, 'value' | 'text' | 'interval' | 'remark'>,
  cell: string | null,
): Markup {
  return html`<td data-value="${value ?? ''}">
    ${cell === null ? text : html`<a href="#${cellAnchor(cell)}">${text}</a>`}${
      interval === null ? null : html`<small>${formatInterval(interval)}</small>`
    }${remark === '' ? null : html`<small>${remark}</small>`}
  </td>`;
}

/** ▲ or ▼, which a screen reader reads as words; nothing where no difference is shown. */
export function differenceMark({ difference }: Compared): Markup | null {
  if (difference === 'not shown') return null;
  const mark = difference === 'higher' ? '▲' : '▼';
  return html`<span role="img" aria-label="${difference}">${mark}</span> `;
}
