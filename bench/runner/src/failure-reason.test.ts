import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logTails } from './failure-reason.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-logs-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('of each log the last three lines are quoted, of a long one both ends', async () => {
  const wrapped = `loading ${'the module of '.repeat(30)}certificates: open lab.key: no such file`;
  await writeFile(join(folder, 'b.log'), `first\nsecond\n\nthird\n${wrapped}\n`);
  await writeFile(join(folder, 'a.log'), 'only\n');
  await writeFile(join(folder, 'empty.log'), '');
  await writeFile(join(folder, 'other.json'), '{}');
  const [a, b, ...others] = await logTails(folder);
  expect(a).toBe('a.log: only');
  expect(b).toMatch(/^b\.log: second \| third \| loading the module of .* … .*no such file$/);
  expect(b?.length).toBeLessThan(300);
  expect(others).toEqual([]);
});

test('no folder of logs quotes nothing', async () => {
  expect(await logTails(join(folder, 'none'))).toEqual([]);
});
