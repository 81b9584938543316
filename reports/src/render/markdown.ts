import type { Block, Section, TableBlock, TableCell } from '../document/block.ts';
import { type Document, groupsOf, hasFile } from '../document/document.ts';
import { formatAsGiven, plural } from '../document/format.ts';
import { escape, grid, sentenceText } from './markdown-text.ts';

/** The report as GitHub-flavoured Markdown: the same sections in the same order as in the page. */
export function markdown(document: Document): string {
  const { title, question, warnings, lead } = document;
  const lines = [
    `# ${escape(title)}`,
    '',
    escape(question),
    '',
    ...warnings.flatMap((text) => [`> **${escape(text)}**`, '']),
    ...blocksLines(lead, 2),
    ...document.sections.flatMap((section) => sectionLines(section, 2)),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function sectionLines({ title, blocks }: Section, level: number): string[] {
  return [headingLine(title, level), '', ...blocksLines(blocks, level + 1)];
}

function headingLine(title: string, level: number): string {
  return `${'#'.repeat(level)} ${escape(title)}`;
}

function blocksLines(blocks: readonly Block[], level: number): string[] {
  return blocks.flatMap((block) => blockLines(block, level));
}

/** Lines of one block, an empty one after them; `level` is that of a heading in it. */
function blockLines(block: Block, level: number): string[] {
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
      return tableLines(block, level);
    case 'plots':
      return [
        `Plots: ${block.plots.map(({ id, title }) => link(title, `plots/${id}.svg`)).join(' · ')}`,
        '',
      ];
    case 'beside':
      return [block.left, block.right, block.under].flatMap((blocks) => blocksLines(blocks, level));
    case 'details':
      return [sentenceText(block.summary), '', ...blocksLines(block.blocks, level)];
    case 'section':
      return sectionLines(block.section, level);
    case 'card':
      return [];
  }
}

function link(text: string, path: string): string {
  return `[${escape(text)}](${encodeURI(path)})`;
}

function tableLines(table: TableBlock, level: number): string[] {
  const { id, title, rows, warnings = [], notes = [], inMarkdown } = table;
  const isShown = inMarkdown !== false;
  const name = isShown ? 'CSV' : `${plural(rows.length, 'row')} as CSV`;
  const file = hasFile(table) ? link(name, `tables/${id}.csv`) : '';
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
