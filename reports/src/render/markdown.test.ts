import { expect, test } from 'vitest';
import type { Block } from '../document/block.ts';
import { BLOCKS, DOCUMENT } from '../../fixtures/made-up-document.ts';
import { codeSpan, escape } from './markdown-text.ts';
import { markdown } from './markdown.ts';

const text = markdown(DOCUMENT);
const lines = text.split('\n');

test('headings are those of the page, a link to its file beside that of a table', () => {
  expect(lines.filter((line) => line.startsWith('#'))).toEqual([
    '# A report &lt;b>',
    '## Everything',
    '### Figures &lt;i> [CSV](tables/figures.csv)',
    '### Records [1 row as CSV](tables/records.csv)',
    '### Right',
    '### Table 2 [CSV](tables/table-2.csv)',
    '### Inner',
    '#### Inner table',
    '## Quiet',
    '## Appendix',
    '### Defects',
    '#### Marks',
  ]);
});

test('text of logs does not steer the terminal in which the file is read', () => {
  const steering = 'a\u001b[2J\u0000\u009b1\r\nb';
  for (const written of [escape(steering), codeSpan(steering)])
    expect(written).not.toMatch(/\p{Cc}/u);
});

test('text of logs does not become markup', () => {
  const escaped =
    '&lt;script>alert(1)&lt;/script> \\| \\`tick\\` \\*star\\* \\[a\\](b) second line';
  expect(text).not.toContain('<');
  expect(lines).toContain(escaped);
  expect(lines).toContain(`> **Careful: ${escaped}**`);
  expect(lines).toContain('- \\# one');
  expect(lines).toContain('> **No network: &lt;u>**');
});

test('every row of a table has the cells of its header, whatever stands in them', () => {
  // GitHub splits at each bar without a backslash.
  const cells = (line: string) => line.split(/(?<!\\)\|/).length;
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('|') || line.startsWith('| **')) continue;
    const head = lines.slice(0, index).findLastIndex((each) => !each.startsWith('|'));
    expect(cells(line), line).toBe(cells(lines[head + 1] ?? ''));
  }
  expect(text).toContain('`pnpm bench --networks "a\\|b" 5 ms`');
});

test('a figure stands with its interval and what was published', () => {
  expect(text).toMatch(
    /^\| A1 node-ws \| [\d.]+ \([\d.]+–[\d.]+\) \\\[74\.6 ab\\\] \| – \\\[3\\\] \|$/m,
  );
  expect(lines).toContain('| **reference-4g &lt;u>** |');
  expect(lines).toContain('| only; lines |  |');
  expect(lines).toContain('**Not comparable \\| at all**');
  expect(lines).toContain('- A note with 12 ms');
});

test('plots are links', () => {
  const plots = lines.find((line) => line.startsWith('Plots: '));
  expect(plots).toContain('[Plot a &lt;b>](plots/a.svg) · ');
  expect(plots).toContain(' · [Plot c+loss=1\\_pct &lt;b>](plots/c+loss=1_pct.svg)');
});

test('code is as it was written, ticks included', () => {
  expect(codeSpan('a_b <c>')).toBe('`a_b <c>`');
  expect(codeSpan('a ``b`` `c`')).toBe('``` a ``b`` `c` ```');
  expect(escape('-0.86 and - b')).toBe('-0.86 and - b');
  expect(escape('- b')).toBe('\\- b');
});

test.each(Object.entries(BLOCKS))(
  '%s is in it, cards are not',
  (name, blocks: readonly Block[]) => {
    const length = (inside: readonly Block[]) =>
      markdown({ ...DOCUMENT, sections: [{ id: 'one', title: 'one', blocks: inside }] }).length;
    if (name === 'card') expect(length(blocks)).toBe(length([]));
    else expect(length(blocks)).toBeGreaterThan(length([]) + 5);
  },
);
