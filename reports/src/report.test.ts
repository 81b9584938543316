import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { LABELS } from '@holbench/scenarios/labels';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeConnectionsRun } from '../fixtures/connections-run.ts';
import { changedLatency, writeChangedRun } from '../fixtures/changed-run.ts';
import { plainText } from './document/block.ts';
import { documentOf } from './document/document-of.ts';
import { allTables, hasFile } from './document/document.ts';
import { buildReport, filesOf } from './report-files.ts';
import type { Report } from './report.ts';
import { mergeRuns } from './runs/merge-runs.ts';

const RUN = join(import.meta.dirname, '../fixtures/run');
const EXPECTED = join(import.meta.dirname, '../fixtures/expected');
const GENERATOR = { commit: 'f'.repeat(40), dirty: false };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-report-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function reportOf(run: string, other: string | null = null): Promise<Report> {
  const data = async (path: string) => mergeRuns([await readRun(path)]);
  return buildReport(await data(run), other === null ? null : await data(other), GENERATOR);
}

const fixture = await reportOf(RUN);
const files = filesOf(fixture);
const textOf = (name: string) => String(files.get(name) ?? '');

test('the same run gives the same bytes, wherever it lies', async () => {
  const copy = join(folder, 'copy');
  await cp(RUN, copy, { recursive: true });
  const again = filesOf(await reportOf(copy));
  expect(files.size).toBeGreaterThan(80);
  expect([...again.keys()]).toEqual([...files.keys()]);
  for (const [name, content] of files) {
    expect(Buffer.from(again.get(name) ?? '').equals(Buffer.from(content)), name).toBe(true);
  }
});

/** One of each kind of table and plot; of all plots there are words and a digest. */
const STORED = [
  'report.md',
  'tables/answer-download-reference-4g.csv',
  'tables/reference-1-reference-4g.csv',
  'tables/table-1b-text-reference-4g.csv',
  'tables/table-download-text-reference-4g-start-load.csv',
  'tables/table-connect-text-reference-4g.csv',
  'tables/table-factors-download-reference-4g.csv',
  'tables/table-wait-settings-download-reference-4g.csv',
  'tables/excluded.csv',
  'tables/cells.csv',
  'plots/answer-download-reference-4g.svg',
  'plots/ecdf-download-load-reference-4g.svg',
  'plots/time-download-node-http2-reference-4g.svg',
  'plots/wait-download-reference-4g.svg',
  'plots/measure-connect-text-reference-4g.svg',
  'plots/measure-1a-text-reference-4g.svg',
  'plots/timeline.svg',
];

test('the report of the fixture is as stored (vitest -u stores it anew)', async () => {
  const names = [...files.keys()].toSorted();
  await expect(`${names.join('\n')}\n`).toMatchFileSnapshot(join(EXPECTED, 'files.txt'));
  for (const name of STORED) {
    expect(names).toContain(name);
    await expect(textOf(name)).toMatchFileSnapshot(join(EXPECTED, name));
  }
});

/** Of the run with fresh connections: what differs from the other by its kind. */
const OF_CONNECTIONS = [
  'connections.csv',
  'tables/answer-download-reference-4g.csv',
  'tables/table-download-text-reference-4g-start-load.csv',
  'tables/table-wait-parts-download-reference-4g.csv',
].toSorted();

describe('the report of a run with fresh connections', () => {
  let made: Report;
  let all: ReturnType<typeof filesOf>;
  beforeAll(async () => {
    const run = join(folder, 'connections');
    await writeConnectionsRun(run);
    made = await reportOf(run);
    all = filesOf(made);
  });
  const sectionsOf = (text: string, ...titles: readonly string[]) =>
    text
      .split(/^(?=## )/m)
      .filter((part) => titles.some((title) => part.startsWith(`## ${title}`)));

  test('is as stored, with the plots by their words', async () => {
    const said = sectionsOf(
      String(all.get('report.md')),
      'Who waits for whom',
      'Protocol, implementation',
      'Where the message waited',
      'Small messages beside',
      'Factors',
      'Excluded cells',
    );
    await expect(said.join('')).toMatchFileSnapshot(join(EXPECTED, 'connections', 'report.md'));
    for (const name of OF_CONNECTIONS) {
      await expect(String(all.get(name))).toMatchFileSnapshot(join(EXPECTED, 'connections', name));
    }
    const plots = made.plots.map(({ id, title, alt, note }) => [`## ${id}`, title, alt, note]);
    await expect(`${plots.flat().join('\n\n')}\n`).toMatchFileSnapshot(
      join(EXPECTED, 'connections', 'plots.md'),
    );
  });

  test('has no table without rows or columns', () => {
    const tables = allTables(documentOf(made));
    expect(tables.filter(({ rows, header }) => rows.length === 0 || header.length < 2)).toEqual([]);
  });

  test('has a card for each cell with a line for each connection', () => {
    const cards = documentOf(made)
      .sections.flatMap(({ blocks }) => blocks)
      .flatMap((block) => (block.block === 'card' ? [block] : []));
    const facts = cards[0]?.facts.find(([term]) => term === 'Connections')?.[1];
    if (facts === undefined || !('table' in facts)) throw new Error('no table of connections');
    expect(facts.table.rows).toHaveLength(5);
    expect(String(all.get('index.html'))).toContain('stratum 1 of 4, quantile 0.125');
    expect(all.has('connections.parquet')).toBe(true);
    expect(facts.table.rows[1]?.cells.at(-1)?.text).toEqual([
      '1 of 40 packets was lost that no seed makes',
    ]);
  });
});

test('nothing else is stored, such as a table of a former name', async () => {
  const stored = await readdir(EXPECTED, { recursive: true });
  const ofConnections = ['plots.md', 'report.md', ...OF_CONNECTIONS];
  const known = [
    ...STORED,
    'files.txt',
    'plots.md',
    ...ofConnections.map((name) => `connections/${name}`),
  ];
  expect(stored.filter((name) => extname(name) !== '').toSorted()).toEqual(known.toSorted());
});

test('the plots of the fixture say what is stored', async () => {
  const text = fixture.plots.map(({ id, title, alt, note, svg }) => {
    const digest = createHash('sha256').update(svg).digest('hex').slice(0, 16);
    return [`## ${id}`, title, alt, note, `${svg.length} characters, SHA-256 ${digest}`].join(
      '\n\n',
    );
  });
  await expect(`${text.join('\n\n')}\n`).toMatchFileSnapshot(join(EXPECTED, 'plots.md'));
});

test('report.md and page have the same sections in the same order', () => {
  const document = documentOf(fixture);
  const titles = document.sections.map(({ title }) => title);
  const headings = [...textOf('report.md').matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(headings.slice(-titles.length)).toEqual(titles);
  const ids = document.sections.map(({ id }) => id);
  const page = textOf('index.html');
  const places = ids.map((id) => page.indexOf(`id="${id}"`));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

/** Of the made-up run, without its appendix: what grows beyond it is to be asked for. */
const MOST_LINES = 985;

test('report.md leads to files that are there, and is not longer than it has to be', () => {
  const text = textOf('report.md');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => decodeURI(link));
  expect(links.filter((link) => !files.has(link))).toEqual([]);
  const plots = [...files.keys()].filter((name) => name.startsWith('plots/'));
  expect(plots.filter((name) => !links.includes(name))).toEqual([]);
  const [before = ''] = text.split('\n## Appendix\n');
  expect(before.split('\n').length).toBeLessThanOrEqual(MOST_LINES);
});

test('every anchor is one place, and every link leads to one', () => {
  const page = textOf('index.html');
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const links = new Set([...page.matchAll(/ href="#([^"]+)"/g)].map(([, id = '']) => id));
  expect([...links].filter((id) => !ids.includes(id))).toEqual([]);
});

test('the fixture has every state of a figure and every kind of plot', () => {
  const states = new Set(fixture.relation.figures.map(({ state }) => state));
  const all = ['ok', 'too-small', 'failed', 'invalid', 'unsupported', 'not-run'];
  expect(states).toEqual(new Set(all));
  const kinds = new Set(fixture.plots.map(({ id }) => id.split('-')[0]));
  const known = ['answer', 'ecdf', 'time', 'measure', 'timeline', 'wait'];
  expect(kinds).toEqual(new Set(known));
});

test('each table of figures or records has a file', () => {
  const document = documentOf(fixture);
  const tables = allTables(document);
  expect(tables.length).toBeGreaterThan(30);
  const withFile = tables.filter(hasFile);
  expect(withFile.length).toBeGreaterThan(25);
  for (const table of tables) {
    expect(files.has(`tables/${table.id}.csv`), table.id).toBe(withFile.includes(table));
  }
});

describe('beside another run', () => {
  let report: Report;
  beforeAll(async () => {
    const where = {
      variant: 'node-ws',
      scenario: 'download',
      label: LABELS.probe('alone', 'load'),
    };
    const slower = changedLatency(where, (ms) => 3 * ms);
    const other = join(folder, 'other');
    await writeChangedRun(other, { run: '<b>there</b>', ...slower });
    report = await reportOf(RUN, other);
  });

  test('the page lists the difference, and marks it where it stands', () => {
    const page = String(filesOf(report).get('index.html'));
    expect(page).toContain('Compared with &#60;b&#62;there&#60;/b&#62;</h2>');
    expect(page).toMatch(/aria-label="lower">▼<\/span>\s*other run: [\d.]+ \(×\u00A00\.32\)/);
    expect(textOf('index.html')).not.toMatch(/other run|Compared with/);
  });
});

test('before the contents stand the answer and the counts', () => {
  const { lead } = documentOf(fixture);
  const counts = lead.at(-2);
  if (counts?.block !== 'prose') throw new Error('no counts');
  expect(plainText(counts.text)).toContain('156 cells, 149 valid, 5 invalid, 2 failed');
});
