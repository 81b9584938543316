import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newestRun, runFolder } from './find-runs.ts';

const RUN = join(import.meta.dirname, '../../../reports/fixtures/run');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-runs-'));
});
afterEach(() => rm(folder, { recursive: true }));

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

describe('a run that is named', () => {
  const homes = () => [join(folder, 'runs'), join(folder, 'published')];
  beforeEach(async () => {
    for (const name of ['runs/mine', 'published/mine', 'published/other', 'elsewhere']) {
      await mkdir(join(folder, name), { recursive: true });
    }
  });

  test('by its path is the folder there', async () => {
    const path = join(folder, 'elsewhere');
    expect(await runFolder(path, homes())).toBe(path);
    expect(await runFolder('.', homes())).toBe('.');
  });

  test('by its name is in the first home that has it', async () => {
    expect(await runFolder('mine', homes())).toBe(join(folder, 'runs/mine'));
    expect(await runFolder('other', homes())).toBe(join(folder, 'published/other'));
  });

  test('is not found by a path that leads out of its home, nor as a file', async () => {
    await expect(runFolder('../elsewhere', homes())).rejects.toThrow(
      '../elsewhere: no such folder',
    );
    await writeFile(join(folder, 'runs/file'), '');
    await expect(runFolder('file', homes())).rejects.toThrow('file: no such folder');
  });

  test('and is nowhere is one line that names where it was searched, and the remedy', async () => {
    const wanted =
      /^gone: no such folder, and no run of that name in \S+\/runs or \S+\/published; name the folder of a run, or make one: pnpm bench$/;
    await expect(runFolder('gone', homes())).rejects.toThrow(wanted);
  });
});
