import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { letWrite } from '@holbench/process/unprivileged';
import { findTools } from '@holbench/harness/tools';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackCell } from '../fixtures/loopback-cell.ts';

const tools = await findTools();
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const whyNot = isRoot ? (tools.chromium ? null : 'no Chromium') : 'mounting needs Linux and root';
const skipped = whyNot === null ? '' : ` (skipped: ${whyNot})`;
const MIB = 1024 ** 2;

let root: string;
const data = (): string => join(root, 'data');
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-uploads-'));
  await letWrite(root);
  await mkdir(data());
  for (const folder of ['servers', 'client']) {
    await symlink(join(tools.root, folder), join(root, folder));
  }
  // Room for the ten files of the data set, and for less than one upload.
  const room = `size=${11 * MIB}`;
  if (isRoot) await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', room, 'tmpfs', data()]);
});
afterEach(async () => {
  if (isRoot) await promisify(execFile)('umount', [data()]);
  await rm(root, { recursive: true });
});

test.skipIf(whyNot !== null).each(['node-ws', 'node-http1', 'uws-http1'])(
  `a disk that fills under the uploads of %s costs its cell, and its files are removed${skipped}`,
  { timeout: 60_000 },
  async (variant) => {
    const overrides = { variants: [variant], scenarios: ['2c'], kinds: ['binary'] as const };
    const { cell, samples } = await loopbackCell({ ...overrides, fileSize: MIB }, root, root);
    expect(cell).toMatchObject({ status: 'failed', valid: false });
    const [{ outcome } = { outcome: null }] = samples.filter(({ warmup }) => !warmup);
    if (outcome?.status !== 'failed') throw new Error('no upload failed');
    expect(cell.reasons[0]).toBe(`no operation succeeded: ${outcome.reason}`);
    expect(await readdir(join(data(), 'uploads'))).toEqual([]);
  },
);
