import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-folder-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a folder is made with those above it, and may be there', async () => {
  const path = join(folder, 'a/b/c');
  await makeFolder(path);
  await makeFolder(path);
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('below a file there is none', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(makeFolder(join(folder, 'file/a'))).rejects.toThrow(/ENOTDIR/);
});

test.runIf(process.platform === 'linux')('below /proc it fails instead of hanging', async () => {
  await expect(makeFolder('/proc/holbench/a')).rejects.toThrow(/ENOENT/);
});
