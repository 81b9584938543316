import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGenerator } from './generator.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-generator-'));
  await git('init', '--quiet');
  await writeFile(join(folder, 'source.ts'), 'one');
  await git('add', '.');
  await git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '-m', 'one');
});
afterEach(() => rm(folder, { recursive: true }));

async function git(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', folder, ...args]);
  return stdout.trim();
}

test('is the commit of the sources, and whether one of them was changed', async () => {
  const commit = await git('rev-parse', 'HEAD');
  expect(await readGenerator(folder)).toEqual({ commit, dirty: false });
  await writeFile(join(folder, 'source.ts'), 'two');
  expect(await readGenerator(folder)).toEqual({ commit, dirty: true });
});

test('a report that is written into the tree does not change it', async () => {
  await writeFile(join(folder, 'index.html'), 'a report');
  expect(await readGenerator(folder)).toMatchObject({ dirty: false });
});

test('is unknown without a repository of its own', async () => {
  const copy = join(folder, 'copy');
  await mkdir(copy);
  expect(await readGenerator(copy)).toEqual({ commit: null, dirty: false });
});
