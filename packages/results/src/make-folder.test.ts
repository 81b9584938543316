import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

test('a folder is made with those above it, and may be there', async () => {
  await using folder = await temporaryFolder('test');
  const path = join(folder.path, 'a/b/c');
  await makeFolder(path);
  await makeFolder(path);
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('below a file there is none', async () => {
  await using folder = await temporaryFolder('test');
  const file = join(folder.path, 'file');
  await writeFile(file, '');
  await expect(makeFolder(join(file, 'a'))).rejects.toThrow(/ENOTDIR/);
});

test.runIf(process.platform === 'linux')('below /proc it fails instead of hanging', async () => {
  await expect(makeFolder('/proc/holbench/a')).rejects.toThrow(/ENOENT/);
});
