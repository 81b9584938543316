import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SCRIPT_FILES, SCRIPT_FOLDER } from './artillery.ts';
import { makeWorkerFolder } from './collect-elsewhere.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-worker-folder-'));
  await mkdir(join(root, SCRIPT_FOLDER), { recursive: true });
  for (const name of SCRIPT_FILES) await writeFile(join(root, SCRIPT_FOLDER, name), '');
});
afterEach(() => rm(root, { recursive: true }));

const logs = (): string => join(root, 'logs');

test('what a worker needs is there until the cell ends', async () => {
  {
    await using folder = await makeWorkerFolder(logs(), { root }, { TOKEN: 'secret' });
    expect(await readdir(folder.path)).toEqual(['processor.mjs', 'scenarios.yml', 'worker.env']);
  }
  expect(await readdir(logs())).toEqual([]);
});

test('a folder that cannot be made is not left behind', async () => {
  // The file of variables cannot be written.
  await mkdir(join(logs(), 'worker/worker.env'), { recursive: true });
  await expect(makeWorkerFolder(logs(), { root }, { TOKEN: 'secret' })).rejects.toThrow('EISDIR');
  expect(await readdir(logs())).toEqual([]);
});

test('Ctrl-C while the bench waits for workers leaves no token in the run folder', async () => {
  const module = join(import.meta.dirname, 'collect-elsewhere.ts');
  const made = [logs(), { root }, { TOKEN: 'secret' }].map((each) => JSON.stringify(each));
  const script = `
    const { makeWorkerFolder } = await import(${JSON.stringify(module)});
    const { path } = await makeWorkerFolder(${made.join()});
    console.log(path);
    setInterval(() => {}, 1_000);`;
  const bench = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  const [printed] = await once(bench.stdout, 'data');
  const path = String(printed).trim();
  expect(existsSync(path)).toBe(true);
  bench.kill('SIGINT');
  await once(bench, 'exit');
  expect(existsSync(path)).toBe(false);
});
