import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { cellAnchor } from '../document/anchors.ts';
import type { Block } from '../document/block.ts';
import { BLOCKS, data, DOCUMENT, HOSTILE, ID } from '../../fixtures/made-up-document.ts';
import { blocksHtml } from './html.ts';
import { page } from './page.ts';
import { rawSamples } from './raw-samples.ts';
import { tableHtml } from './table-html.ts';

const text = page(DOCUMENT);
const { document } = parseHTML(text);
const all = (selector: string) => [...document.querySelectorAll(selector)];
const texts = (selector: string) => all(selector).map((each) => each.textContent);
const one = (selector: string) => {
  const [first, ...others] = all(selector);
  if (first === undefined || others.length > 0) throw new Error(`not one ${selector}`);
  return first;
};

test('headings are in order, each level below the last, one h1', () => {
  const levels = all('h1, h2, h3, h4, h5, h6').map(({ tagName }) => Number(tagName.slice(1)));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  for (const [index, level] of levels.entries()) {
    expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  }
  expect(texts('h2')).toEqual(['Everything', 'Quiet', 'Appendix']);
  expect(one('#inner').tagName).toBe('H3');
  expect(one('#inner-table').tagName).toBe('H4');
  expect(one('h2.unseen').textContent).toBe('Quiet');
});

test('contents name the sections and theirs, and every link leads to one place', () => {
  const nav = one('nav[aria-label="Contents"]');
  expect([...nav.querySelectorAll('a')].map(({ href }) => href)).toEqual([
    '#all',
    '#inner',
    '#quiet',
    '#appendix',
    '#defects',
  ]);
  const ids = all('[id]').map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const hrefs = all('a').map((link) => link.getAttribute('href')?.slice(1) ?? '');
  // It has the card of one cell alone.
  const missed = hrefs.filter((href) => !ids.includes(href) && !href.startsWith('cell-'));
  expect(missed).toEqual([]);
  expect(hrefs).toContain(cellAnchor(ID));
});

test('a section of many tables lists them', () => {
  const nav = one('nav[aria-label="Tables: Everything"]');
  expect([...nav.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
    'Figures <i>',
    'Records',
    'Right',
    'Table 2',
  ]);
});

test('text of logs does not become markup', () => {
  expect(all('script')).toHaveLength(3);
  expect(all('script').every((script) => script.getAttribute('type') === 'module')).toBe(true);
  expect(all('b, i, u')).toEqual([]);
  expect(texts('main p')).toContain(HOSTILE.replace('\n', ''));
  expect(one('head title').textContent).toBe('A report <b>');
});

test('a figure has its number to sort by, its connections to hover, and leads to its cell', () => {
  const [delay, none] = all('table:has(.group) tr:not(.group) td');
  expect(Number(delay?.getAttribute('data-value'))).toBeGreaterThan(100);
  expect(delay?.getAttribute('title')).toMatch(/^connections: [\d.]+(; [\d.]+)+$/);
  expect(delay?.querySelector('a')?.getAttribute('href')).toMatch(
    /^#cell-reference-4g\/node-ws\/download-text/,
  );
  expect(delay?.textContent).toContain('published 74.6 a b');
  expect(none?.getAttribute('data-value')).toBe('');
  // Words sort by their text.
  expect(all('.prose td[data-value]')).toEqual([]);
});

test('a table scrolls in a region that has its name and is reached by the keyboard', () => {
  const regions = all('.scroll');
  expect(regions.length).toBeGreaterThan(4);
  for (const region of regions) {
    expect(region.getAttribute('role')).toBe('group');
    expect(region.getAttribute('tabindex')).toBe('0');
    const name = document.getElementById(region.getAttribute('aria-labelledby') ?? '');
    expect(name?.textContent).not.toBe('');
  }
  // Without a title it has its section's name, and keeps its anchor.
  expect(one('#words').getAttribute('aria-labelledby')).toBe('all');
  expect(one('.group th').getAttribute('colspan')).toBe('3');
});

test('rows of one group have a body of their own: sorting leaves them in it', () => {
  const row = (name: string, group?: string) => ({
    cells: [{ text: [name] }],
    ...(group === undefined ? {} : { group }),
  });
  const rows = [row('1', 'a'), row('2'), row('3', 'a'), row('4', 'b')];
  const table = { block: 'table', id: 't', title: 't', header: ['h'], rows } as const;
  const { document: made } = parseHTML(tableHtml(table, 3, 's').text);
  expect([...made.querySelectorAll('tbody')].map((body) => body.textContent.trim())).toEqual([
    expect.stringMatching(/^a\s+1\s+2\s+3$/),
    expect.stringMatching(/^b\s+4$/),
  ]);
});

test('numbers stay with their units, and marks are read out; code stays as it is', () => {
  expect(texts('p.notes')).toContain(
    '≥\u00a05\u00a0ms, ×\u00a01.2, 3\u00a0% of 20\u00a0Mbit/s, 4 servers',
  );
  expect(all('.answer [role="img"]').map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'higher',
    'lower',
  ]);
  expect(one('.answer .bad a').getAttribute('href')).toBe(`#${cellAnchor(ID)}`);
  expect(texts('.prose .command code')).toContain('pnpm bench --networks "a|b" 5 ms');
});

test('a plot has its title; a note of several plots stands once, below the first of them', () => {
  expect(one('#plot-a figcaption').textContent).toBe('Plot a <b>');
  expect(one('[id="plot-c+loss=1_pct"] .notes').textContent).toBe('Lines.');
  const place = { level: 2, section: '', cells: [], raw: rawSamples([]) };
  const of = { network: '', topic: '', title: 'a', alt: 'b', svg: '<svg></svg>' };
  const plots = ['a', 'b', 'b', 'a'].map((note, index) => ({ ...of, id: String(index), note }));
  const { document: part } = parseHTML(blocksHtml([{ block: 'plots', plots }], place).text);
  const notes = [...part.querySelectorAll('p.notes')];
  expect(notes.map((note) => note.closest('figure')?.id)).toEqual(['plot-0', 'plot-1']);
});

test('closed is what the document closes', () => {
  expect(texts('summary').slice(0, 2)).toEqual(['Open me', 'Not run']);
  expect(all('details[open]')).toEqual([]);
});

test('a card has its samples and its command, and where they are without a script', () => {
  const card = one('.cell');
  expect(card.id).toBe(cellAnchor(ID));
  expect(card.querySelector('details')?.getAttribute('data-samples')).toMatch(/^[\w+/=]{100,}$/);
  expect(card.querySelector('.samples')?.textContent).toBe(
    `Lines of ${ID} in samples.ndjson of the run made-up`,
  );
  expect(card.querySelector('.command')?.textContent).toBe('pnpm bench --rounds 1');
});

test('a page without room for samples says how many it leaves out', () => {
  const [big] = DOCUMENT.plots;
  if (!big) throw new Error('no plot');
  const full = page({ ...DOCUMENT, plots: [{ ...big, svg: ' '.repeat(13_000_000) }] });
  const cells = data.cells.filter(({ samples }) => samples.length > 0);
  const samples = cells.reduce((sum, cell) => sum + cell.samples.length, 0);
  expect(full.includes(`the ${samples} samples of the ${cells.length} largest cells`)).toBe(true);
  expect(full).not.toContain('data-samples=');
  expect(text).not.toContain('largest cells');
});

test.each(Object.entries(BLOCKS))('%s is in the page', (name, blocks: readonly Block[]) => {
  const length = (inside: readonly Block[]) =>
    page({ ...DOCUMENT, sections: [{ id: 'one', title: name, blocks: inside }] }).length;
  expect(length(blocks)).toBeGreaterThan(length([]) + 10);
});
