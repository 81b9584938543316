import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { UserError } from '@holbench/process/user-error';
import { expect, test } from 'vitest';
import { assertPossible, mayBeImpossible } from './assert-possible.ts';
import { configure } from './configure.ts';

test('a backend that cannot make any of the networks is refused in one line', async () => {
  const configuration = configure('smoke', { networks: ['reference-4g', 'reference-3g'] });
  const refused = assertPossible(configuration, { backend: 'none' });
  await expect(refused).rejects.toThrow(UserError);
  await expect(refused).rejects.toThrow(/^--backend none: .+; leave it out, or name another$/);
});

test('only options that a machine may be unable to obey are tried', () => {
  const plain = configure('smoke');
  expect(mayBeImpossible(plain, {})).toBe(false);
  expect(mayBeImpossible(plain, { out: 'run' })).toBe(true);
  expect(mayBeImpossible(plain, { backend: 'none' })).toBe(true);
  expect(mayBeImpossible(configure('smoke', { factors: { pacing: 'fq' } }), {})).toBe(true);
  expect(mayBeImpossible(configure('smoke', { sweep: ['pacing=none,fq'] }), {})).toBe(true);
  expect(mayBeImpossible(configure('smoke', { sweep: ['batch=1ms,2ms'] }), {})).toBe(false);
});

test('a plan is refused as its run would be', async () => {
  await using folder = await temporaryFolder('plan');
  const file = join(folder.path, 'file');
  await writeFile(file, '');
  const main = join(import.meta.dirname, 'main.ts');
  const args = [main, '--preset', 'smoke', '--out', file, '--plan'];
  const { code, stdout, stderr } = await new Promise<Record<string, unknown>>((resolve) => {
    const child = execFile(process.execPath, args, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(
    `holbench: no run folder can be made: ${file} is not a folder; name another with --out\n`,
  );
});
