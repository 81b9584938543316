import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { LABELS } from '@holbench/scenarios/labels';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changedLatency, type Changes, writeChangedRun } from '../fixtures/changed-run.ts';
import { mergeRuns } from './model/merge-runs.ts';
import { buildReport, type Report } from './model/report.ts';
import { comparedLine } from './render/compare-text.ts';
import { page } from './render/page.ts';
import { writeReport } from './write-report.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-compared-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A third of it is a difference that is shown. */
const SLOWER: Changes = changedLatency(
  { variant: 'node-ws', scenario: '4f', label: LABELS.probe('idle', 'load') },
  (ms) => 3 * ms,
);

async function dataOf(run: string, changes: Changes = {}) {
  return mergeRuns([
    await readRun(
      await writeChangedRun(join(folder, run.replaceAll(/\W/g, '')), { run, ...changes }),
    ),
  ]);
}

async function compared(): Promise<Report> {
  return buildReport(await dataOf('here'), await dataOf('<b>there</b>', SLOWER));
}

async function write(report: Report, name: string): Promise<Map<string, string>> {
  const out = join(folder, name);
  await writeReport(report, out);
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(out.length + 1), await readFile(path, 'utf8'));
  }
  return files;
}

test('the same two runs give the same bytes', async () => {
  const [once, again] = [
    await write(await compared(), 'once'),
    await write(await compared(), 'again'),
  ];
  expect(once.size).toBeGreaterThan(25);
  expect([...once.keys()].filter((name) => once.get(name) !== again.get(name))).toEqual([]);
  expect([...again.keys()]).toEqual([...once.keys()]);
});

test('tables have columns of the other run, which those of one run do not', async () => {
  const header = (files: Map<string, string>) =>
    files.get('tables/table-4f-load.csv')?.split('\n').at(0)?.split(',') ?? [];
  const beside = await write(await compared(), 'beside');
  const alone = header(await write(buildReport(await dataOf('here')), 'alone'));
  expect(alone.length).toBeGreaterThan(10);
  expect(header(beside).filter((name) => !alone.includes(name))).toEqual([
    'compared',
    'comparedLow95',
    'comparedHigh95',
    'comparedRatio',
    'comparedDifference',
  ]);
  const line = beside
    .get('tables/table-4f-load.csv')
    ?.split('\n')
    .find((each) => each.includes('A1 node-ws,idle p50 (ms)'));
  expect(line).toMatch(/,0\.333\d*,lower,/);
});

test('the page lists the difference, and marks it where it stands, also for a screen reader', async () => {
  const text = page(await compared());
  const mark = '<span role="img" aria-label="lower">▼</span> ';
  expect(text).toContain('>Compared with &#60;b&#62;there&#60;/b&#62;</h2>');
  expect(text).toMatch(
    new RegExp(`<small>\\s*${mark}\\s*other run: [\\d.]+ \\(×\u00A00\\.33\\)</small>`),
  );
  // On the first screen, in the list and in its table; inflation follows from it.
  const marks = text.match(/(?<=role="img" aria-label=")[^"]+(?=">[▲▼])/gu) ?? [];
  expect(marks.toSorted()).toEqual([...Array(3).fill('higher'), ...Array(3).fill('lower')]);
  expect(page(buildReport(await dataOf('here')))).not.toMatch(/other run|id="compared"/);
});

test('the terminal has it in a line', async () => {
  expect(comparedLine(await compared())).toMatch(
    /^Compared with <b>there<\/b>: \d+ figures: 1 higher, 1 lower, \d+ no difference shown/,
  );
  expect(comparedLine(buildReport(await dataOf('here')))).toBeNull();
});
