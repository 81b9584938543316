import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingPrerequisite } from './missing-prerequisite.ts';
import type { Tools } from './tools.ts';

test('names the first that is missing, and its remedy', async () => {
  const root = await mkdtemp(join(tmpdir(), 'holbench-prerequisites-'));
  const complete: Tools = {
    root,
    serverNode: { path: '/node', version: '24.0.0' },
    uws: { loads: false, reason: 'not here' },
    chromium: { path: '/chromium', version: '156.0.0.0' },
    caddy: null,
    certificate: { cert: '', key: '', spki: '' },
  };
  expect(await missingPrerequisite({ ...complete, chromium: null })).toContain('HOLBENCH_CHROMIUM');
  expect(await missingPrerequisite({ ...complete, certificate: null })).toContain('./setup.sh');
  expect(await missingPrerequisite(complete)).toContain('pnpm build');
  await mkdir(join(root, 'client/dist'), { recursive: true });
  await writeFile(join(root, 'client/dist/index.html'), '');
  expect(await missingPrerequisite(complete)).toBeNull();
  await rm(root, { recursive: true });
});
