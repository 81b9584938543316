import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { afterEach, beforeEach, expect, test } from 'vitest';

const RUN = join(PROJECT_ROOT, 'reports/fixtures/run');
const MAIN = join(import.meta.dirname, 'main.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-demo-'));
});
afterEach(() => rm(folder, { recursive: true }));

function demo(...args: string[]) {
  return promisify(execFile)(process.execPath, [MAIN, ...args]);
}

test('a damaged run is refused, with its file and line', async () => {
  const run = join(folder, 'run');
  await cp(RUN, run, { recursive: true });
  await writeFile(join(run, 'cells.ndjson'), '{"cell":1}\n{}\n');
  await expect(demo('--replay', run)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^holbench: [^\n]*cells\.ndjson[^\n]*\b1\b[^\n]*\n$/),
  });
});

test('a folder with something in it is not written to', async () => {
  await writeFile(join(folder, 'mine.txt'), '');
  await expect(demo('--replay', RUN, '--build', folder)).rejects.toThrow(
    `${folder} is not empty; name a new folder`,
  );
  expect(await readdir(folder)).toEqual(['mine.txt']);
});

test('an unknown run is named', async () => {
  await expect(demo('--replay', 'nowhere')).rejects.toThrow('nowhere: no such folder');
});
