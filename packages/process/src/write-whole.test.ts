import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
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

test('where it cannot take its place, what is there stays, and nothing beside it', async () => {
  await mkdir(join(folder, 'a'));
  await writeFile(join(folder, 'a/old'), 'old');
  await expect(writeWhole(join(folder, 'a'), 'text')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(await readdir(folder, { recursive: true })).toEqual(['a', 'a/old']);
});
