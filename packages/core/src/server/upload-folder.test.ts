import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeAbandonedUploads, uploadFolderOf, uploadsBeside } from './upload-folder.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-uploads-'));
});
afterEach(() => rm(root, { recursive: true }));

test('what a killed server left goes; data, and what living servers use, stays', async () => {
  const data = join(root, 'covalues-v1-1');
  const dead = spawnSync(process.execPath, ['--eval', '']).pid;
  const living = [
    uploadFolderOf(data, process.ppid),
    uploadFolderOf(`${data}0`, dead),
    `${uploadFolderOf(data, dead)}-of-mine`,
  ];
  // The id of this process may have been another's, which was killed.
  const abandoned = [dead, process.pid].map((pid) => uploadFolderOf(data, pid));
  for (const folder of [...living, ...abandoned]) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '0'), 'a file');
  }
  await removeAbandonedUploads(data);
  const uploads = uploadsBeside(data);
  const left = (await readdir(uploads)).map((name) => join(uploads, name));
  expect(left.toSorted()).toEqual(living.toSorted());
});

test.skipIf(process.platform !== 'linux')('a zombie uses no uploads', async () => {
  const data = join(root, 'covalues-v1-1');
  // The shell becomes a program that never reaps what the shell started.
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60']);
  const [printed]: unknown[] = await once(parent.stdout, 'data');
  const folder = uploadFolderOf(data, Number(String(printed)));
  await mkdir(folder, { recursive: true });
  await expect
    .poll(async () => {
      await removeAbandonedUploads(data);
      return readdir(uploadsBeside(data));
    })
    .toEqual([]);
  parent.kill();
});
