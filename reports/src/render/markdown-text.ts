import { oneLine } from '@holbench/process/user-error';
import type { Inline, Sentence } from '../document/block.ts';

/** A table of GitHub-flavoured Markdown, line by line; its cells are Markdown already. */
export function grid(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(inCell).join(' | ')} |`;
  return [line(header), `|${header.map(() => ' --- |').join('')}`, ...rows.map(line)];
}

/** In a cell even a code span must not hold a bar. */
function inCell(text: string): string {
  return text.replaceAll(/(?<!\\)\|/g, '\\|');
}

/** A sentence without its links: GitHub makes the anchors of a file itself. */
export function sentenceText(sentence: Sentence): string {
  return sentence.map(inlineText).join('');
}

function inlineText(part: Inline): string {
  if (typeof part === 'string') return escape(part);
  if (part.style === 'code') return codeSpan(part.text);
  return part.style === 'strong' ? `**${escape(part.text)}**` : escape(part.text);
}

/** Text from logs is hostile: no markup, no HTML, no line ends, nothing that steers a terminal. */
export function escape(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_|[\]~]/g, (character) => `\\${character}`)
    .replace(/^(?:#+|[>+-])(?= )/, (mark) => `\\${mark}`);
}

/** Text as it is, in which nothing is markup. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  if (longest === 0) return `\`${line}\``;
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}
