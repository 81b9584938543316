import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DATASET_SIZE, datasetFileName, DISTINCT_FILES, readDataset } from './dataset.ts';
import { ensureDataset } from './generate.ts';

const FILE_BYTES = 1024 * 1024;

let root: string;
let folder: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-dataset-'));
  folder = await ensureDataset(root, FILE_BYTES);
});
afterAll(() => rm(root, { recursive: true }));

const sha256Of = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

/** Another value here means that runs before and after cannot be compared: see GENERATION. */
test('is the same on every machine', async () => {
  expect(await sha256Of(join(folder, 'covalues.json'))).toBe(
    'bcf6638ddc5e0b8581392fa95b96d2626ec457b8a48b89a0bf946b96e228bb6b',
  );
});

test('has 100 CoValues of about 5 KB, and files that are what they are said to be', async () => {
  const { covalues } = await readDataset(folder);
  expect(covalues).toHaveLength(DATASET_SIZE);
  expect(new Set(covalues.map(({ id }) => id)).size).toBe(DATASET_SIZE);
  for (const { preview } of covalues) expect(preview.length).toBeGreaterThan(4_000);
  for (const [index, { file }] of covalues.slice(0, DISTINCT_FILES).entries()) {
    const path = join(folder, datasetFileName(index));
    expect(file).toMatchObject({ bytes: FILE_BYTES, sha256: await sha256Of(path) });
  }
  expect(new Set(covalues.map(({ file }) => file?.sha256)).size).toBe(DISTINCT_FILES);
});

test('is made once, also when two ask for it at the same time', async () => {
  const before = await stat(join(folder, 'covalues.json'));
  expect(await ensureDataset(root, FILE_BYTES)).toBe(folder);
  expect((await stat(join(folder, 'covalues.json'))).mtimeMs).toBe(before.mtimeMs);
  const both = await Promise.all([ensureDataset(root, 1_000), ensureDataset(root, 1_000)]);
  expect(both[0]).toBe(both[1]);
  expect((await readDataset(both[0])).covalues).toHaveLength(DATASET_SIZE);
  expect((await readdir(root)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});
