import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FINDING } from '../../../../packages/results/fixtures/run-lines.ts';
import { merged, readFindings, writeFindings } from './feasibility.ts';

const KEY = '{"tests":1,"chromium":"156.0"}';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-findings-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('findings are kept for the same tests, programs and machine only', async () => {
  const path = join(folder, 'made/feasibility.json');
  expect(await readFindings(path, KEY)).toBeNull();
  await writeFindings(path, { key: KEY, findings: [FINDING] });
  expect(await readFindings(path, KEY)).toEqual([FINDING]);
  expect(await readFindings(path, KEY.replace('156', '157'))).toBeNull();
});

test('a broken file is none', async () => {
  const path = join(folder, 'feasibility.json');
  await writeFile(path, `{"key":${JSON.stringify(KEY)},"findings":[{"id":1}]}`);
  expect(await readFindings(path, KEY)).toBeNull();
});

test('a file that cannot be written leaves nothing behind', async () => {
  // A folder cannot be replaced by a file.
  const path = join(folder, 'feasibility.json');
  await mkdir(join(path, 'inside'), { recursive: true });
  await expect(writeFindings(path, { key: KEY, findings: [FINDING] })).rejects.toThrow(/^E/);
  expect(await readdir(folder)).toEqual(['feasibility.json']);
});

test('what was cut short does not replace what was found', () => {
  const cutShort = { ...FINDING, works: null };
  const newer = { ...FINDING, works: true };
  expect(merged([FINDING], [cutShort])).toEqual([FINDING]);
  expect(merged([FINDING], [newer])).toEqual([newer]);
  expect(merged([cutShort], [cutShort])).toEqual([cutShort]);
  expect(merged([], [cutShort])).toEqual([cutShort]);
});
