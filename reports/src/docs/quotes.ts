import { dirname, relative } from 'node:path';
import { UserError } from '@holbench/process/user-error';
import { compareRuns } from '../compare/compare-runs.ts';
import { countsText, isInTables, isOfHeadline } from '../compare/comparison.ts';
import { timeText } from '../answer/amounts.ts';
import { plainText, type Sentence, type TableBlock, type TableCell } from '../document/block.ts';
import { groupsOf, tablesIn } from '../document/document.ts';
import { formatAsGiven } from '../document/format.ts';
import { CAUTION_MARK } from '../figures/cautions.ts';
import { linkText } from '../document/link-text.ts';
import { standalone } from '../plots/theme.ts';
import { escape, grid } from '../render/markdown-text.ts';
import { tableGrid } from '../render/markdown.ts';
import { networkOf } from '../runs/report-data.ts';
import type { Published } from './published.ts';

/**
 * What a document has from the report of a published run stands between two comments:
 *
 * - `<!-- table: RUN; TABLE -->`, whole, or with `; COLUMN=TITLE` for each column to show, in short;
 * - `<!-- figure: RUN; TABLE; ROW; COLUMN -->`, one number of it; ROW may be `GROUP / ROW`;
 * - `<!-- picture: RUN; PLOT -->`, `<!-- link: RUN; NETWORK -->`, `<!-- agreement: RUN; OTHER -->`;
 *
 * and ends with `<!-- end -->`.
 */
const QUOTE = /<!-- (table|figure|picture|link|agreement): (.*?) -->([^]*?)<!-- end -->/g;
const PICTURES = 'docs/pictures';

export type Runs = ReadonlyMap<string, Published>;

/** Names of the runs that a document quotes. */
export function runsIn(text: string): string[] {
  return [...text.matchAll(QUOTE)].flatMap(([, kind, words = '']) => {
    const [run = '', other = ''] = wordsOf(words);
    return kind === 'agreement' ? [run, other] : [run];
  });
}

/**
 * A document with what its runs say now.
 * @param path of the document, from the project's folder: pictures are linked from there.
 * @throws UserError that names a quotation which leads nowhere.
 */
export function withQuotes(text: string, { path, runs }: { path: string; runs: Runs }): string {
  return text.replaceAll(QUOTE, (_, kind: string, words: string) => {
    const quoted = quote(kind, wordsOf(words), { path, runs });
    if (quoted === null)
      throw new UserError(`${path}: no ${kind} "${words}" in the report of that run`);
    return `<!-- ${kind}: ${words} -->${quoted}<!-- end -->`;
  });
}

/** The same without what is quoted: what somebody wrote. */
export function withoutQuotes(text: string): string {
  return text.replaceAll(QUOTE, '');
}

/** Every picture that a document quotes, by its path from the project's folder. */
export function picturesIn(text: string, runs: Runs): Map<string, string> {
  const quotes = [...text.matchAll(QUOTE)].filter(([, kind]) => kind === 'picture');
  return new Map(
    quotes.map(([, , words = '']) => {
      const [run = '', id = ''] = wordsOf(words);
      const plot = runs.get(run)?.report.plots.find((each) => each.id === id);
      return [picturePath(run, id), standalone(plot?.svg ?? '')];
    }),
  );
}

function wordsOf(words: string): string[] {
  return words.split('; ');
}

function picturePath(run: string, id: string): string {
  return `${PICTURES}/${run}-${id}.svg`;
}

function quote(
  kind: string,
  [name = '', id = '', ...rest]: readonly string[],
  { path, runs }: { readonly path: string; readonly runs: Runs },
): string | null {
  const run = runs.get(name);
  if (run === undefined) return null;
  switch (kind) {
    case 'table': {
      const table = tableOf(run, id);
      return table && block(rest.length === 0 ? wholeGrid(table) : shortGrid(table, rest));
    }
    case 'figure':
      return figureOf(tableOf(run, id), rest);
    case 'picture': {
      const plot = run.report.plots.find((each) => each.id === id);
      const to = relative(dirname(path), picturePath(name, id));
      return plot ? block([`![${escape(plot.alt)}](${encodeURI(to)})`]) : null;
    }
    case 'link':
      return linkText(networkOf(run.report.data, id).profile);
    default: {
      const other = runs.get(id);
      return other ? block(agreementLines(run, other)) : null;
    }
  }
}

function block(lines: readonly string[]): string {
  return ['', ...lines, ''].join('\n');
}

/** By its id, with or without what all tables of a kind begin with. */
function tableOf({ document }: Published, id: string): TableBlock | null {
  const all = tablesIn([
    ...document.lead,
    ...document.sections.map((section) => ({ block: 'section' as const, section })),
  ]);
  return all.find((table) => table.id === id) ?? null;
}

/** Without cautions: documents say what is wrong with a run. */
function wholeGrid(table: TableBlock): string[] {
  const isCaution = (line: Sentence) => plainText(line).startsWith(CAUTION_MARK);
  const rows = table.rows.map((row) => ({
    ...row,
    cells: row.cells.map(({ lines = [], ...cell }) => ({
      ...cell,
      lines: lines.filter((line) => !isCaution(line)),
    })),
  }));
  return tableGrid({ ...table, rows });
}

/** Some columns, without intervals, in two digits: for a reader who does not know the lab yet. */
function shortGrid(table: TableBlock, columns: readonly string[]): string[] {
  const shown = columns.map((column) => {
    const [name = '', title = name] = column.split('=');
    return { index: columnOf(table, name), title };
  });
  const [first = ''] = table.header;
  return grid(
    [first, ...shown.map(({ title }) => title)].map(escape),
    table.rows.map(({ cells: [head, ...cells] }) => [
      escape(plainText(head?.text ?? [])),
      ...shown.map(({ index }) => shortText(cells[index - 1], 's')),
    ]),
  );
}

function figureOf(table: TableBlock | null, [row = '', column = '']: readonly string[]) {
  if (!table) return null;
  const own = groupsOf(table)
    .flatMap(({ group = '', rows }) => rows.map((each) => ({ group, ...each })))
    .find(({ group, cells: [head] }) => {
      const name = plainText(head?.text ?? []);
      return row === name || row === `${group} / ${name}`;
    });
  if (!own) return null;
  const cell = own.cells[columnOf(table, column)];
  return shortText(cell, Math.abs(cell?.figure?.value ?? 0) < MS_BELOW ? 'ms' : 's');
}

/** Times below are told in ms. */
const MS_BELOW = 95;

/** @throws UserError for an unknown name: a number of a neighbour is worse than none. */
function columnOf({ id, header }: TableBlock, name: string): number {
  const index = header.indexOf(name);
  if (index < 1) throw new UserError(`${id} has no column "${name}", only ${header.join('; ')}`);
  return index;
}

function shortText(cell: TableCell | undefined, unit: 's' | 'ms'): string {
  const { text = [], figure } = cell ?? {};
  const own = plainText(text);
  const isTime =
    figure?.metric.unit === 'ms' && figure.bound === '' && /^-?[\d,.]+( m?s)?$/.test(own);
  return isTime ? `${timeText(figure.value ?? 0, unit, 2)} ${unit}` : escape(own);
}

/** How two runs of the same cells compare: figures of headlines, and all of the tables. */
function agreementLines(one: Published, other: Published): string[] {
  const { compared } = compareRuns(one.report, other.report);
  const [headline, tables] = [compared.filter(isOfHeadline), compared.filter(isInTables)];
  return [
    `- Of ${headline.length} headline figures ${countsText(headline)}.`,
    `- Of ${formatAsGiven(tables.length)} figures of all tables ${countsText(tables)}.`,
  ];
}
