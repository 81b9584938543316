import { formatAsGiven, formatInterval } from '../model/format.ts';
import type { Figure, Table } from '../model/table.ts';
import { comparedText } from './compare-text.ts';
import { csvLines, escape, grid } from './markdown-text.ts';

/** A table under a heading of `level`, with its notes. */
export function tableLines(table: Table, level: number): string[] {
  return [
    `${'#'.repeat(level)} ${escape(table.title)}`,
    '',
    ...csvLines(table.id),
    ...table.notComparable.map((text) => `**${escape(text)}**\n`),
    ...grid(
      [table.rowHeader, ...table.columns],
      table.rows.flatMap(({ header, group, figures }, index) => [
        ...(group === undefined || group === table.rows[index - 1]?.group ? [] : [[group]]),
        [header, ...figures.map(figureText)],
      ]),
    ),
    '',
    ...table.notes.map((note) => `- ${escape(note)}`),
    '',
  ];
}

function figureText(figure: Figure): string {
  const { text, interval, ratio, remark, published, compared } = figure;
  return [
    text,
    interval === null ? '' : `(95 %: ${formatInterval(interval)})`,
    ratio === null ? '' : `(${ratio.text})`,
    remark === '' ? '' : `(${remark})`,
    compared === null ? '' : `(${comparedText(compared)})`,
    published === null
      ? ''
      : `[${formatAsGiven(published.value)}${published.marks.length > 0 ? ` ${published.marks.join('')}` : ''}]`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
