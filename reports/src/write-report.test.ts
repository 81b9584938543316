import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newestRun } from './find-runs.ts';
import { loopbackWarning } from './render/facts.ts';
import { buildReport } from './model/report.ts';
import { mergeRuns } from './model/merge-runs.ts';
import { plainText } from './model/sentence.ts';
import { plotsOf } from './plots/plots-of.ts';
import { terminalSummary } from './terminal-summary.ts';
import { writeReport } from './write-report.ts';

const RUN = join(import.meta.dirname, '../fixtures/run');
const EXPECTED = join(import.meta.dirname, '../fixtures/expected');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-report-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(run: string, out: string): Promise<Map<string, string>> {
  await writeReport(buildReport(mergeRuns([await readRun(run)])), out);
  const names = await readdir(out, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of names.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(out.length + 1), await readFile(path, 'utf8'));
  }
  return files;
}

test('the same run gives the same bytes, wherever it lies', async () => {
  const copy = join(folder, 'copy');
  await cp(RUN, copy, { recursive: true });
  const [once, again] = [
    await write(RUN, join(folder, 'once')),
    await write(copy, join(folder, 'again')),
  ];
  expect(once.size).toBeGreaterThan(50);
  expect(again).toEqual(once);
});

test('only what an older report wrote is removed, and only where it wrote', async () => {
  const out = join(folder, 'out');
  const own = ['tables/own.csv', 'plots/own.svg', 'own.csv'];
  await mkdir(join(out, 'tables'), { recursive: true });
  await mkdir(join(out, 'plots'));
  for (const name of own) await writeFile(join(out, name), 'mine');
  const first = await write(RUN, out);
  expect(own.map((name) => first.get(name))).toEqual(['mine', 'mine', 'mine']);
  const list = join(out, '.holbench-report');
  await writeFile(join(out, 'tables/older.csv'), 'old');
  await writeFile(list, `tables/older.csv\n../own.csv\nplots/../own.csv\nown.csv\n`);
  const again = await write(RUN, out);
  expect([...again.keys()].toSorted()).toEqual([...first.keys()].toSorted());
  expect(again.get('.holbench-report')?.split('\n')).toContain('tables/answer.csv');
});

test('a report that cannot be written leaves the older one as it was', async () => {
  const out = join(folder, 'out');
  await mkdir(join(out, 'index.html'), { recursive: true });
  await mkdir(join(out, 'tables'));
  await writeFile(join(out, 'tables/older.csv'), 'old');
  await writeFile(join(out, '.holbench-report'), 'tables/older.csv\n');
  await expect(write(RUN, out)).rejects.toThrow('index.html is a folder');
  const names = await readdir(out, { recursive: true });
  expect(names.toSorted()).toEqual([
    '.holbench-report',
    'index.html',
    'tables',
    'tables/older.csv',
  ]);
});

test('the report of the fixture is as stored (vitest -u stores it anew)', async () => {
  const files = await write(RUN, join(folder, 'out'));
  const names = [...files.keys()].toSorted();
  await expect(`${names.join('\n')}\n`).toMatchFileSnapshot(join(EXPECTED, 'files.txt'));
  for (const name of STORED) {
    await expect(files.get(name)).toMatchFileSnapshot(join(EXPECTED, name));
  }
});

/** One of each kind of table and plot; of all plots there are words and a digest. */
const STORED = [
  'report.md',
  'tables/answer.csv',
  'tables/table-1-4g.csv',
  'tables/table-10-4g.csv',
  'tables/table-4f-load-4g.csv',
  'tables/table-5h-4g.csv',
  'tables/table-6i-3-4g.csv',
  'tables/table-resources-4g.csv',
  'tables/table-factors-4f-4g.csv',
  'tables/excluded.csv',
  'tables/claims.csv',
  'tables/cells.csv',
  'plots/holb-4f-load-4g.svg',
  'plots/holb-4f-load-4g+loss=2_pct.svg',
  'plots/ecdf-4f-load-4g.svg',
  'plots/ecdf-4f-load-arms-4g.svg',
  'plots/ratio-4f-latency-caddy-http3-node-http2-4g.svg',
  'plots/time-4f-node-http2-4g.svg',
  'plots/set-up-4g.svg',
  'plots/cpu-per-gb-4g.svg',
  'plots/measure-1a-text-4g.svg',
];

test('report.md begins with the answer’s pictures, and its links lead to files that are there', async () => {
  const files = await write(RUN, join(folder, 'out'));
  const text = files.get('report.md') ?? '';
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => decodeURI(link));
  expect(links.filter((link) => !files.has(link))).toEqual([]);
  const plots = [...files.keys()].filter((name) => name.startsWith('plots/'));
  expect(plots.filter((name) => !links.includes(name))).toEqual([]);
  const pictures = [...text.matchAll(/^!\[Latency of small messages over [^\n]*\]\((.*)\)$/gm)];
  expect(pictures.map(([, link]) => link)).toEqual([
    'plots/holb-4f-load-4g.svg',
    'plots/holb-4f-load-4g+loss=2_pct.svg',
  ]);
});

test('the plots of the fixture say what is stored', async () => {
  const plots = plotsOf(buildReport(mergeRuns([await readRun(RUN)])));
  const text = plots.map(({ id, title, alt, note, svg }) =>
    [`## ${id}`, title, alt, note, `${svg.length} characters, SHA-256 ${digest(svg)}`].join('\n\n'),
  );
  await expect(`${text.join('\n\n')}\n`).toMatchFileSnapshot(join(EXPECTED, 'plots.md'));
});

test('the fixture has every state of a figure, every kind of plot and both ends of a finding', async () => {
  const report = buildReport(mergeRuns([await readRun(RUN)]));
  const figures = report.networks.flatMap(({ tables }) =>
    tables.flatMap(({ rows }) => rows.flatMap((row) => row.figures)),
  );
  const states = ['ok', 'too-small', 'failed', 'invalid', 'unsupported', 'not-run'];
  expect(new Set(figures.map(({ state }) => state))).toEqual(new Set(states));
  const kinds = plotsOf(report).map(({ id }) => id.split('-')[0]);
  expect(new Set(kinds)).toEqual(
    new Set(['holb', 'ecdf', 'ratio', 'time', 'set', 'cpu', 'rss', 'measure']),
  );
  const verdicts = report.data.cells.map(({ cell }) => cell.limiter?.verdict);
  expect(new Set(verdicts)).toEqual(new Set(['link', 'none', 'client', 'emulator', undefined]));
  const sentence = plainText(report.answers[0]?.sentence ?? []);
  expect(sentence).toContain('wait longest over node-http2');
  expect(sentence).toContain('no wait shown over node-http1');
  expect(sentence).toContain('no difference shown');
});

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

test('the terminal gets ten lines at most', async () => {
  const lines = terminalSummary(buildReport(mergeRuns([await readRun(RUN)])));
  expect(lines.length).toBeLessThanOrEqual(10);
  expect(lines.join('\n')).toContain('144 cells: 137 valid, 5 invalid, 2 failed, 0 unsupported.');
});

test('the newest run is the one that started last, whatever its name', async () => {
  const runs = { b: '2026-01-02', c: '2026-01-01', a: '2025-12-31' };
  for (const [name, day] of Object.entries(runs)) {
    const path = join(folder, name);
    await cp(RUN, path, { recursive: true });
    const { manifest } = await readRun(path);
    const changed = { ...manifest, startedAt: `${day}T00:00:00.000Z` };
    await writeFile(join(path, 'manifest.json'), JSON.stringify(changed));
  }
  expect(await newestRun(folder)).toBe(join(folder, 'b'));
});

test('no run yet is one line with the remedy', async () => {
  const message = 'no run in reports/runs; run pnpm bench first';
  await expect(newestRun(folder)).rejects.toThrow(message);
  await expect(newestRun(join(folder, 'missing'))).rejects.toThrow(message);
});

test('only what went over loopback is warned of', async () => {
  const run = await readRun(RUN);
  const warnings = (loopback: boolean[]) => {
    const networks = run.manifest.networks.slice(0, 1).flatMap((network) =>
      loopback.map((each, index) => ({
        ...network,
        profile: { ...network.profile, id: `net-${index}` },
        loopback: each,
      })),
    );
    return loopbackWarning({ ...run.manifest, networks });
  };
  expect(warnings([false])).toBeNull();
  expect(warnings([true])).toMatch(/^No emulated network: everything went over loopback\./);
  expect(warnings([false, true])).toMatch(/: what is called net-1 went over loopback\./);
});
