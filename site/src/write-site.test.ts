import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { expect, test } from 'vitest';
import { assertOwn, writeSite } from './write-site.ts';

test('a site replaces an older one, and nothing else', async () => {
  await using folder = await temporaryFolder('site');
  const out = join(folder.path, 'site');
  await writeSite(new Map([['old.html', 'old']]), out);
  await assertOwn(out);
  expect(await writeSite(new Map([['a/index.html', 'new']]), out)).toBeGreaterThan(3);
  expect(await readdir(out)).toEqual(['.holbench-site', 'a']);
  expect(await readFile(join(out, 'a/index.html'), 'utf8')).toBe('new');
  expect(await readdir(folder.path)).toEqual(['site']);

  const mine = join(folder.path, 'mine');
  await mkdir(mine);
  await writeFile(join(mine, 'letter.txt'), '');
  await expect(assertOwn(mine)).rejects.toThrow(`${mine} is not empty, and no site; name another`);
});
