import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gitState } from './git-state.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-git-'));
});
afterEach(() => rm(folder, { recursive: true }));

const git = (...args: string[]): Promise<unknown> =>
  promisify(execFile)('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args]);

test('a working copy is at a commit, and clean until a file changes', async () => {
  await git('init', '--quiet');
  await git('commit', '--quiet', '--allow-empty', '--message', 'first');
  expect(await gitState(folder)).toEqual({
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    dirty: false,
  });
  await writeFile(join(folder, 'file'), '');
  expect(await gitState(folder)).toMatchObject({ dirty: true });
});

test('where git fails nothing is known, neither a commit nor changes', async () => {
  expect(await gitState(folder)).toEqual({ commit: null, dirty: null });
});

test('an image has no repository, and knows the commit that it was built from', async () => {
  vi.stubEnv('HOLBENCH_COMMIT', 'abc');
  expect(await gitState(folder)).toEqual({ commit: 'abc', dirty: null });
});
