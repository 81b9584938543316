import type { Block, Section, TableBlock, TableCell } from '../document/block.ts';
import { type Document, groupsOf, hasFile } from '../document/document.ts';
import { formatAsGiven, plural } from '../document/format.ts';
import type { Plot } from '../plots/plot.ts';
import { escape, grid, sentenceText } from './markdown-text.ts';

/** How a text leads to what stands in files of its own. */
interface Files {
  /** '' where tables have no files. */
  table(name: string, id: string): string;
  plots(plots: readonly Plot[]): string;
}

/** Tables and pictures in folders beside the report. */
const OF_REPORT: Files = {
  table: (name, id) => link(name, `tables/${id}.csv`),
  plots: (plots) =>
    `Plots: ${plots.map(({ id, title }) => link(title, `plots/${id}.svg`)).join(' · ')}`,
};

/** Pictures shown, from the same folder, and no tables. */
const OF_FRONT_PAGE: Files = {
  table: () => '',
  plots: (plots) => plots.map(({ id, alt }) => `!${link(alt, `${id}.svg`)}`).join('\n\n'),
};

/** The report as GitHub-flavoured Markdown: the same sections in the same order as in the page. */
export function markdown(document: Document): string {
  return text(document, OF_REPORT);
}

/** A document that stands alone with its pictures, `<id>.svg` beside it. */
export function frontPage(document: Document): string {
  return text(document, OF_FRONT_PAGE);
}

function text({ title, question, warnings, lead, sections }: Document, files: Files): string {
  const lines = [
    `# ${escape(title)}`,
    '',
    escape(question),
    '',
    ...warnings.flatMap((warning) => [`> **${escape(warning)}**`, '']),
    ...blocksLines(lead, { level: 2, files }),
    ...sections.flatMap((section) => sectionLines(section, { level: 2, files })),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Level of a heading, and where files are. */
interface Place {
  readonly level: number;
  readonly files: Files;
}

function sectionLines({ title, blocks }: Section, { level, files }: Place): string[] {
  return [headingLine(title, level), '', ...blocksLines(blocks, { level: level + 1, files })];
}

function headingLine(title: string, level: number): string {
  return `${'#'.repeat(level)} ${escape(title)}`;
}

function blocksLines(blocks: readonly Block[], place: Place): string[] {
  return blocks.flatMap((block) => blockLines(block, place));
}

/** Lines of one block, an empty one after them. */
function blockLines(block: Block, place: Place): string[] {
  switch (block.block) {
    case 'prose': {
      const text = sentenceText(block.text);
      return [block.role === 'warning' ? `> **${text}**` : text, ''];
    }
    case 'list':
      return [...block.items.map((item) => `- ${sentenceText(item)}`), ''];
    case 'facts': {
      const rows = block.rows.map(([term, text]) => [escape(term), sentenceText(text)]);
      return [...grid(['', ''], rows), ''];
    }
    case 'table':
      return tableLines(block, place);
    case 'plots':
      return [place.files.plots(block.plots), ''];
    case 'beside':
      return [block.left, block.right, block.under].flatMap((blocks) => blocksLines(blocks, place));
    case 'details':
      return [sentenceText(block.summary), '', ...blocksLines(block.blocks, place)];
    case 'section':
      return sectionLines(block.section, place);
    case 'card':
      return [];
  }
}

function link(text: string, path: string): string {
  return `[${escape(text)}](${encodeURI(path)})`;
}

function tableLines(table: TableBlock, { level, files }: Place): string[] {
  const { id, title, rows, warnings = [], notes = [], inMarkdown } = table;
  const isShown = inMarkdown !== false;
  const name = isShown ? 'CSV' : `${plural(rows.length, 'row')} as CSV`;
  const file = hasFile(table) ? files.table(name, id) : '';
  const heading = `${title === '' ? '' : headingLine(title, level)} ${file}`.trim();
  return [
    ...(heading === '' ? [] : [heading, '']),
    ...warnings.flatMap((text) => [`**${escape(text)}**`, '']),
    ...(isShown ? [...tableGrid(table), ''] : []),
    ...notes.map((note) => `- ${sentenceText(note)}`),
    ...(notes.length === 0 ? [] : ['']),
  ];
}

/** The rows of a table, below its header. */
export function tableGrid(table: TableBlock): string[] {
  const lines = groupsOf(table).flatMap(({ group, rows }) => [
    ...(group === undefined ? [] : [[`**${escape(group)}**`]]),
    ...rows.map(({ cells }) => cells.map(cellText)),
  ]);
  return grid(table.header.map(escape), lines);
}

/** `1,657 (1,370–2,024; × 1.24) [74.6 e]`: what stands below a number in brackets after it. */
function cellText({ text, lines = [], published }: TableCell): string {
  const number = sentenceText(text);
  const below = lines.map(sentenceText).join('; ');
  const marks = published?.marks ?? '';
  return [
    number,
    below === '' || number === '' ? below : `(${below})`,
    published ? `\\[${`${formatAsGiven(published.value)} ${escape(marks)}`.trim()}\\]` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
