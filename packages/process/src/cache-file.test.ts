import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCache, writeCache } from './cache-file.ts';

const Value = v.array(v.strictObject({ id: v.string() }));
const VALUE = [{ id: 'a' }];
const KEY = '{"tests":1,"chromium":"156.0"}';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-cache-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a value is kept for its key only', async () => {
  const path = join(folder, 'made/value.json');
  expect(await readCache(path, KEY, Value)).toBeNull();
  await writeCache(path, KEY, VALUE);
  expect(await readCache(path, KEY, Value)).toEqual(VALUE);
  expect(await readCache(path, KEY.replace('156', '157'), Value)).toBeNull();
});

test.each(['', '{"of":"an older form"}', `{"key":${JSON.stringify(KEY)},"value":[{"id":1}]}`])(
  'a broken file is none: %s',
  async (text) => {
    const path = join(folder, 'value.json');
    await writeFile(path, text);
    expect(await readCache(path, KEY, Value)).toBeNull();
  },
);

test('a file that cannot be written leaves nothing behind', async () => {
  // A folder cannot be replaced by a file.
  const path = join(folder, 'value.json');
  await mkdir(join(path, 'inside'), { recursive: true });
  await expect(writeCache(path, KEY, VALUE)).rejects.toThrow(/^E/);
  expect(await readdir(folder)).toEqual(['value.json']);
});
