import { defectAnchor } from '../document/anchors.ts';
import { plainText, type TableBlock, type TableCell, type TableRow } from '../document/block.ts';
import { groupsOf } from '../document/document.ts';
import { formatAsGiven } from '../document/format.ts';
import { attribute, html, type Markup } from './markup.ts';
import { listHtml, sentenceHtml } from './sentence-html.ts';

/** More characters than this make a column of words as wide as lines that can be read. */
const LONG = 40;

/**
 * A table in a region of its own that scrolls, with its heading and notes.
 * @param under anchor of the heading that names a table without a title.
 */
export function tableHtml(table: TableBlock, level: number, under: string): Markup {
  const { id, title, header, warnings = [], notes = [], look } = table;
  const heading = html`<h${level} id="${id}"><a href="#${id}">${title}</a></h${level}>`;
  const named =
    title === '' ? html`id="${id}" aria-labelledby="${under}"` : html`aria-labelledby="${id}"`;
  return html`
    ${title === '' ? null : heading}
    ${warnings.map((text) => html`<p class="incomparable">${text}</p>`)}
    <div class="scroll" role="group" ${named} tabindex="0">
      <table${attribute('class', look === 'prose' ? 'text prose' : look)}>
        <thead>
          <tr>${header.map((text) => html`<th scope="col">${text}</th>`)}</tr>
        </thead>
        ${groupsOf(table).map(
          ({ group, rows }) =>
            html`<tbody>
              ${group === undefined ? null : groupHtml(group, header.length)}${rows.map((row) => rowHtml(row, look !== undefined))}
            </tbody>`,
        )}
      </table>
    </div>
    ${notes.length === 0 ? null : listHtml(notes, 'note')}
  `;
}

function groupHtml(group: string, columns: number): Markup {
  return html`<tr class="group">
    <th scope="rowgroup" colspan="${columns}"><span>${group}</span></th>
  </tr>`;
}

function rowHtml({ id, cells }: TableRow, isText: boolean): Markup {
  const [header, ...others] = cells;
  return html`<tr${attribute('id', id)}>
    <th scope="row">${header === undefined ? null : contentHtml(header)}</th>
    ${others.map((cell) => cellHtml(cell, isText))}
  </tr>
  `;
}

function cellHtml(cell: TableCell, isText: boolean): Markup {
  const { text, lines = [], value, title } = cell;
  const isLong = isText && [text, ...lines].some((line) => plainText(line).length > LONG);
  const attributes = [
    attribute('class', isLong ? 'long' : null),
    attribute('data-value', value === null ? '' : value),
    attribute('title', title),
  ];
  return html`<td${attributes}>${contentHtml(cell)}</td>`;
}

function contentHtml({ text, lines = [], published }: TableCell): Markup {
  const parts = lines.map((line) => html`<small>${sentenceHtml(line)}</small>`);
  if (published !== undefined) {
    const marks = (published.marks.match(/\S/g) ?? []).map(
      (mark) => html` <sup><a href="#${defectAnchor(mark)}">${mark}</a></sup>`,
    );
    parts.push(html`<small>published ${formatAsGiven(published.value)}${marks}</small>`);
  }
  return html`${sentenceHtml(text)}${parts}`;
}
