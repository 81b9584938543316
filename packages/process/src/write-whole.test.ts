import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeWhole } from './write-whole.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-whole-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a file is replaced, with its mode, and nothing stays beside it', async () => {
  const path = join(folder, 'a');
  await writeWhole(path, 'old', 0o600);
  await Promise.all([writeWhole(path, 'new', 0o600), writeWhole(path, 'new', 0o600)]);
  expect(await readFile(path, 'utf8')).toBe('new');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['a']);
});

test('where it cannot be written, the old one is as it was', async () => {
  await writeFile(join(folder, 'a'), 'a file');
  await expect(writeWhole(join(folder, 'a/b'), 'text')).rejects.toThrow('ENOTDIR');
  expect(await readdir(folder)).toEqual(['a']);
});
