import { dirname, join, relative } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { runTool } from '@holbench/process/run-tool';
import { UserError } from '@holbench/process/user-error';
import { compareRuns } from '../compare/compare-runs.ts';
import type { Compared } from '../compare/compared.ts';
import { countOutcomes, isInTables, isOfHeadline, seenRatio } from '../compare/comparison.ts';
import { timeText } from '../answer/amounts.ts';
import { plainText, type Sentence, type TableBlock, type TableCell } from '../document/block.ts';
import { allTables, groupsOf } from '../document/document.ts';
import { numberText } from '../document/figure-text.ts';
import { formatAsGiven } from '../document/format.ts';
import { CAUTION_MARK } from '../figures/cautions.ts';
import { linkText } from '../document/link-text.ts';
import { standalone } from '../plots/theme.ts';
import { escape, grid } from '../render/markdown-text.ts';
import { tableGrid } from '../render/markdown.ts';
import type { Plot } from '../plots/plot.ts';
import { ADDRESSES, type Address } from './addresses.ts';
import { PUBLISHED, type Published } from './published.ts';

const PICTURES = 'docs/pictures';

export type Runs = ReadonlyMap<string, Published>;

/** What a name stands for. */
export interface Quoted {
  /** As Markdown in the document of that path from the project's folder: pictures are linked from there. */
  readonly text: (document: string) => string;
  readonly picture?: { readonly path: string; readonly svg: string };
}

/**
 * What stands at an address.
 * @throws UserError that names an address which leads nowhere.
 */
export async function quotedAt(name: string, address: Address, runs: Runs): Promise<Quoted> {
  const quoted = await quotedFrom(address, runs);
  if (quoted === null)
    throw new UserError(`${ADDRESSES}: ${name} leads nowhere in the report of ${address.run}`);
  return typeof quoted === 'string' ? { text: () => quoted } : quoted;
}

async function quotedFrom(address: Address, runs: Runs): Promise<Quoted | string | null> {
  const {
    kind,
    words: [id = '', ...rest],
  } = address;
  if (kind === 'program') return block([await outputOf(address)]);
  const run = runs.get(address.run);
  if (run === undefined) return null;
  switch (kind) {
    case 'table': {
      const table = tableOf(run, id);
      return table && block(rest.length === 0 ? wholeGrid(table) : shortGrid(table, rest));
    }
    case 'figure':
      return rest.length === 2 ? figureOf(tableOf(run, id), rest) : null;
    case 'picture': {
      const plot = run.report.plots.find((each) => each.id === id);
      return plot ? pictureOf(plot, `${PICTURES}/${address.run}-${id}.svg`) : null;
    }
    case 'link': {
      const { networks } = run.report.data.manifest;
      const network = networks.find(({ profile }) => profile.id === id);
      return network === undefined ? null : linkText(network.profile);
    }
    case 'agreement': {
      const other = runs.get(id);
      return other ? block(agreementLines(run, other)) : null;
    }
  }
}

function pictureOf({ alt, svg }: Plot, path: string): Quoted {
  return {
    text: (document) =>
      block([`![${escape(alt)}](${encodeURI(relative(dirname(document), path))})`]),
    picture: { path, svg: standalone(svg) },
  };
}

/** What a program of the project prints about runs. */
async function outputOf({ run, words }: Address): Promise<string> {
  const folders = run.split('+').map((each) => join(PUBLISHED, each));
  const [program = '', ...options] = words;
  const text = await runTool(process.execPath, [program, ...options, ...folders], {
    cwd: PROJECT_ROOT,
  });
  return text.trim();
}

function block(lines: readonly string[]): string {
  return ['', ...lines, ''].join('\n');
}

function tableOf({ document }: Published, id: string): TableBlock | null {
  return allTables(document).find((table) => table.id === id) ?? null;
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

/** With a mark where the report does not rank it. */
function figureOf(table: TableBlock | null, [row = '', column = '']: readonly string[]) {
  if (!table) return null;
  const rows = groupsOf(table)
    .flatMap(({ group = '', rows: own }) => own.map((each) => ({ group, ...each })))
    .filter(({ group, cells: [head] }) => {
      const name = plainText(head?.text ?? []);
      return row === name || row === `${group} / ${name}`;
    });
  const [own, ...others] = rows;
  if (others.length > 0)
    throw new UserError(`${table.id} has ${rows.length} rows "${row}": name GROUP / ROW`);
  const cell = own?.cells[columnOf(table, column)];
  if (cell?.figure === undefined) return null;
  const text = shortText(cell, Math.abs(cell.figure.value ?? 0) < MS_BELOW ? 'ms' : 's');
  return `${text}${cell.figure.ranked ? '' : ` ${CAUTION_MARK}`}`;
}

/** Times below are told in ms. */
const MS_BELOW = 95;

/** @throws UserError for an unknown name: a number of a neighbour is worse than none. */
function columnOf({ id, header }: TableBlock, name: string): number {
  const index = header.indexOf(name);
  if (index < 1 || header.lastIndexOf(name) !== index)
    throw new UserError(`${id} has not one column "${name}": ${header.join('; ')}`);
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
  const row = (title: string, of: readonly Compared[]): string[] => {
    const counts = countOutcomes(of);
    const shown = DECISIONS.map((outcome) => counts.get(outcome) ?? 0);
    const rest = shown.reduce((left, count) => left - count, of.length);
    const seen = seenRatio(of);
    return [
      title,
      ...[of.length, ...shown].map(formatAsGiven),
      seen === null ? '–' : `${numberText(seen.median, 'x')} ×`,
      formatAsGiven(rest),
    ];
  };
  return grid(
    ['', 'figures', ...DECISIONS, 'could have seen', 'not judged'],
    [
      row('headline', compared.filter(isOfHeadline)),
      row('all tables', compared.filter(isInTables)),
    ],
  );
}

const DECISIONS = ['equivalent', 'higher', 'lower', 'undecided'] as const;
