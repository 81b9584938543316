import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { readRun } from '@holbench/results/run-reader';
import { writeChangedRun } from '../fixtures/changed-run.ts';
import { mergeRuns } from './runs/merge-runs.ts';

const RUN = join(import.meta.dirname, '../fixtures/run');

let folder: string;
let copy: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-report-'));
  copy = join(folder, 'run');
  await cp(RUN, copy, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** What `pnpm report` says and how it ends. */
function report(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const main = join(import.meta.dirname, 'main.ts');
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [main, ...args, '--out', join(folder, 'out')],
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** One line, and nothing else, in what follows `holbench: `. */
async function refusal(...folders: string[]): Promise<string> {
  const { code, stderr } = await report(...folders);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^holbench: [^\n]+\n$/);
  return stderr.slice('holbench: '.length).trimEnd().replaceAll(`${folder}/`, '');
}

test('an empty folder is no run', async () => {
  await mkdir(join(folder, 'empty'));
  expect(await refusal(join(folder, 'empty'))).toBe(
    'empty is not a run folder: it has no manifest.json; name one that pnpm bench wrote',
  );
});

test('a run without a finished cell has nothing to report', async () => {
  await writeFile(join(copy, 'cells.ndjson'), '');
  expect(await refusal(copy)).toBe('run: no finished cell; start a new run');
  const path = join(copy, 'manifest.json');
  const manifest = await readFile(path, 'utf8');
  await writeFile(path, manifest.replace(/"endedAt": "[^"]+"/, '"endedAt": null'));
  expect(await refusal(copy)).toBe('run: no finished cell; go on with it: pnpm bench --resume run');
});

test('a run that was copied without its samples has nothing to report', async () => {
  const path = join(copy, 'samples.ndjson');
  await writeFile(path, '');
  const refused =
    /^run: samples\.ndjson has no sample of its \d+ cells; copy the run folder again$/;
  expect(await refusal(copy)).toMatch(refused);
  await rm(path);
  expect(await refusal(copy)).toMatch(refused);
  const manifest = await readFile(join(copy, 'manifest.json'), 'utf8');
  await writeFile(
    join(copy, 'manifest.json'),
    manifest.replace(/"endedAt": "[^"]+"/, '"endedAt": null'),
  );
  expect(await refusal(copy)).toMatch(/; measure them again: pnpm bench --resume run$/);
});

test('a run whose cells have no samples, such as of variants that cannot run here, is reported', async () => {
  const cells = (await readFile(join(copy, 'cells.ndjson'), 'utf8')).replaceAll(
    /"samples":\d+/g,
    '"samples":0',
  );
  await writeFile(join(copy, 'cells.ndjson'), cells);
  await writeFile(join(copy, 'samples.ndjson'), '');
  expect(await report(copy)).toMatchObject({ code: 0, stderr: '' });
});

test('an unknown schema version is refused, also of the second of two runs', async () => {
  const path = join(copy, 'manifest.json');
  const manifest = await readFile(path, 'utf8');
  await writeFile(path, manifest.replace(/"schemaVersion": \d+/, '"schemaVersion": 2'));
  expect(await refusal(RUN, copy)).toBe(
    'run/manifest.json has schema version 2; this holbench reads version 9: use the holbench that wrote it',
  );
});

test('NaN and Infinity are no measurements', async () => {
  const path = join(copy, 'samples.ndjson');
  const samples = await readFile(path, 'utf8');
  await writeFile(path, samples.replace(/"durationMs":[\d.]+/, '"durationMs":NaN'));
  expect(await refusal(copy)).toMatch(/^run\/samples\.ndjson:1: Unexpected token 'N'/);
  await writeFile(path, samples.replace(/"durationMs":[\d.]+/, '"durationMs":1e999'));
  expect(await refusal(copy)).toMatch(/^run\/samples\.ndjson:1: outcome\.durationMs: /);
  await writeFile(path, samples.replace(/"durationMs":[\d.]+/, '"durationMs":null'));
  expect(await refusal(copy)).toMatch(/^run\/samples\.ndjson:1: outcome\.durationMs: /);
});

test('a folder that cannot be written is one line, too', async () => {
  await writeFile(join(folder, 'out'), 'a file');
  expect(await refusal(RUN)).toBe('out is a file, not a folder: name another folder with --out');
});

test('a truncated last line is left out, and told', async () => {
  await appendFile(join(copy, 'samples.ndjson'), '{"run":"made-up","cell":"reference-4g/no');
  const { cells, warnings } = mergeRuns([await readRun(copy)]);
  const lines = (await readFile(join(RUN, 'samples.ndjson'), 'utf8')).split('\n').length;
  expect(warnings).toEqual([`samples.ndjson:${lines}: torn last line left out`]);
  expect(cells).toHaveLength((await readRun(RUN)).cells.length);
});

test('answers faster than the clock are no endless rate', async () => {
  const path = join(copy, 'samples.ndjson');
  const samples = await readFile(path, 'utf8');
  await writeFile(path, samples.replaceAll(/"durationMs":[\d.]+/g, '"durationMs":0'));
  expect(await report(copy)).toMatchObject({ code: 0, stderr: '' });
  const figures = await readFile(join(folder, 'out', 'figures.csv'), 'utf8');
  expect(figures).not.toMatch(/NaN|Infinity/);
});

const Outcomes = v.record(v.string(), v.number());
const Compared = v.object({
  comparedFigures: v.object({ headline: Outcomes, all: Outcomes, differing: v.array(v.string()) }),
});

describe('--compare', () => {
  async function otherRun(): Promise<string> {
    return writeChangedRun(join(folder, 'other'));
  }

  test('puts another run beside this one', async () => {
    const { code, stdout, stderr } = await report(RUN, '--compare', await otherRun());
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^Compared with changed: of \d+ headline figures \d+ equivalent, \d+ higher, \d+ lower, /m,
    );
  });

  test('says in JSON how figures compare, and which of the first screen differ', async () => {
    const { stdout } = await report(RUN, '--compare', await otherRun(), '--json');
    const { headline, all, differing } = v.parse(Compared, JSON.parse(stdout)).comparedFigures;
    expect(differing).toHaveLength((headline['higher'] ?? 0) + (headline['lower'] ?? 0));
    expect(all['equivalent']).toBeGreaterThan(headline['equivalent'] ?? 0);
  });

  test('refuses the same run, also a copy of it', async () => {
    expect(await refusal(RUN, '--compare', copy)).toBe(
      `--compare: run is the same run as ${RUN}; name another one`,
    );
  });
});

test('a run of reports/published is found by its name, and one that is nowhere is told', async () => {
  const { code, stdout } = await report('2026-11-28-default');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^holbench report 2026-11-28/);
  expect(await refusal('2026-no-such-run')).toBe(
    '2026-no-such-run: no such folder, and no run of that name in reports/runs or reports/published; name the folder of a run, or make one: pnpm bench',
  );
});

test('--json is one line: where the report is, and what it says', async () => {
  const { code, stdout } = await report(RUN, '--json');
  expect(code).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(stdout)).toMatchObject({
    path: expect.stringMatching(/out\/index\.html$/),
    runs: ['made-up'],
    compared: null,
  });
});
