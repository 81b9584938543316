import { createCipheriv, createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CoValue, FileInfo } from '@holbench/protocol/covalue';
import { fakeText } from './fake-text.ts';
import { CHUNK_BYTES, chunkCount, chunkLength } from '@holbench/protocol/wire-limits';
import { ContentHash } from './content-hash.ts';
import { DATASET_SIZE, DISTINCT_FILES, datasetFileName, type Dataset } from './dataset.ts';

/** Raise it when the same arguments give other data, so that old folders are not reused. */
const GENERATION = 1;

/**
 * Finds or makes the data set of `DATASET_SIZE` CoValues with files of `fileBytes`. The same on
 * every machine: texts by faker, files by AES-256-CTR, both from fixed seeds.
 * @returns the data set's folder below `rootFolder`.
 */
export async function ensureDataset(rootFolder: string, fileBytes: number): Promise<string> {
  const folder = join(rootFolder, `covalues-v${GENERATION}-${fileBytes}`);
  if (await readFile(join(folder, 'covalues.json')).catch(() => null)) return folder;

  // Renamed when complete, so that no other run sees half of it.
  const unfinished = `${folder}.${randomUUID()}.tmp`;
  await mkdir(join(unfinished, 'files'), { recursive: true });
  try {
    const files: FileInfo[] = [];
    for (let index = 0; index < DISTINCT_FILES; index++) {
      files.push(
        await writeIncompressible(join(unfinished, datasetFileName(index)), index, fileBytes),
      );
    }
    const dataset: Dataset = { covalues: fakeCoValues(files) };
    await writeFile(join(unfinished, 'covalues.json'), JSON.stringify(dataset));
    await rename(unfinished, folder).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

function fakeCoValues(files: readonly FileInfo[]): CoValue[] {
  return Array.from({ length: DATASET_SIZE }, (_, index) => ({
    id: `co_${createHash('sha256').update(`covalue ${index}`).digest('hex').slice(0, 16)}`,
    lastUpdated: Date.UTC(2026, 0, 1) + index * 60_000,
    ...fakeText(index),
    file: files[index % files.length] ?? null,
    attachment: null,
  }));
}

/** Writes `bytes` of AES-256-CTR key stream, which is incompressible. */
async function writeIncompressible(path: string, seed: number, bytes: number): Promise<FileInfo> {
  const key = createHash('sha256').update(`holbench file ${seed}`).digest();
  const keyStream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const zeros = Buffer.alloc(CHUNK_BYTES);
  const hash = await ContentHash.create();
  await using file = await open(path, 'w');
  for (let index = 0; index < chunkCount(bytes, CHUNK_BYTES); index++) {
    const chunk = keyStream.update(zeros.subarray(0, chunkLength(bytes, index, CHUNK_BYTES)));
    hash.update(chunk);
    await file.write(chunk);
  }
  return { bytes, ...hash.digest() };
}
