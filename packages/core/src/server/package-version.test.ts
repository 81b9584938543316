import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageVersion } from './package-version.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-package-'));
  await mkdir(join(folder, 'node_modules/library'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

const write = (file: string, text: string): Promise<void> =>
  writeFile(join(folder, 'node_modules/library', file), text);

test('a package has the version of its manifest', async () => {
  await write('package.json', '{ "name": "library", "version": "1.2.3", "main": "x.js" }');
  expect(await packageVersion(folder, 'library')).toBe('1.2.3');
  expect(await packageVersion(folder, 'another')).toBeNull();
});

test('the version of a repack is not taken for the version of the original', async () => {
  await write('package.json', '{ "name": "repack", "version": "3.0.6" }');
  expect(await packageVersion(folder, 'library')).toBe('repack 3.0.6');
  await write('source_commit', 'b8704be92ff2b16c6dd44cc2b334158ab73eef2a\n');
  expect(await packageVersion(folder, 'library')).toBe('repack 3.0.6, source commit b8704be92ff2');
});
