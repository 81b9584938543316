import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newestRun } from './find-runs.ts';
import { loopbackWarning } from './render/facts.ts';
import { buildReport } from './model/report.ts';
import { mergeRuns } from './model/merge-runs.ts';
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
  const tables = [...once.keys()].filter((name) => name.startsWith('tables'));
  expect(tables).toHaveLength(23 + 2);
  expect(again).toEqual(once);
});

test('the report of the fixture is as stored (vitest -u stores it anew)', async () => {
  const files = await write(RUN, join(folder, 'out'));
  for (const name of [
    'report.md',
    'tables/table-1.csv',
    'tables/table-10.csv',
    'tables/cells.csv',
  ]) {
    await expect(files.get(name)).toMatchFileSnapshot(join(EXPECTED, name));
  }
});

test('the terminal gets ten lines at most', async () => {
  const lines = terminalSummary(buildReport(mergeRuns([await readRun(RUN)])));
  expect(lines.length).toBeLessThanOrEqual(10);
  expect(lines.join('\n')).toContain('80 cells: 74 valid, 4 invalid, 2 failed, 0 unsupported.');
});

test('the newest run is the one that started last, whatever its name', async () => {
  const runs = { b: '2026-01-02', c: '2026-01-01', a: '2025-12-31' };
  for (const [name, day] of Object.entries(runs)) {
    const path = join(folder, name);
    await cp(RUN, path, { recursive: true });
    const manifest = JSON.parse(await readFile(join(path, 'manifest.json'), 'utf8')) as object;
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
    const networks = run.manifest.networks.flatMap((network) =>
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
