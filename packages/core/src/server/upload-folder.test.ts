import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeAbandonedUploads, uploadFolderOf } from './upload-folder.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-uploads-'));
});
afterEach(() => rm(root, { recursive: true }));

test('what a killed server left goes; data, and what living servers use, stays', async () => {
  const data = join(root, 'covalues-v1-1');
  const dead = spawnSync(process.execPath, ['--eval', '']).pid;
  const living = [
    data,
    uploadFolderOf(data, process.pid),
    uploadFolderOf(`${data}0`, dead),
    `${data}-uploads-of-mine`,
  ];
  for (const folder of [...living, uploadFolderOf(data, dead)]) {
    await mkdir(folder);
    await writeFile(join(folder, '0'), 'a file');
  }
  await removeAbandonedUploads(data);
  expect((await readdir(root)).map((name) => join(root, name)).toSorted()).toEqual(
    living.toSorted(),
  );
});
