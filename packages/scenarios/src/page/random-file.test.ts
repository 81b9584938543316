import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { CHUNK_BYTES, chunkCount } from '@holbench/protocol/wire-limits';
import { expect, test } from 'vitest';
import { randomFile } from './random-file.ts';

const BYTES = 250_000;

test.each([CHUNK_BYTES, 1024, 1025, 300_000])(
  'declares what its chunks of %i bytes are',
  async (chunkBytes) => {
    const file = await randomFile(11, BYTES);
    const sha256 = createHash('sha256');
    let bytes = 0;
    for (let index = 0; index < chunkCount(BYTES, chunkBytes); index++) {
      const chunk = file.chunk(index, chunkBytes);
      sha256.update(chunk);
      bytes += chunk.byteLength;
    }
    expect(file.declaration).toEqual({ bytes: BYTES, sha256: sha256.digest('hex') });
    expect(bytes).toBe(BYTES);
  },
);

test('makes the same chunk each time, and different chunks', async () => {
  const file = await randomFile(11, BYTES);
  expect(file.chunk(1, CHUNK_BYTES)).toEqual(file.chunk(1, CHUNK_BYTES));
  expect(file.chunk(0, CHUNK_BYTES)).not.toEqual(file.chunk(1, CHUNK_BYTES));
});

test('cannot be compressed', async () => {
  const chunk = (await randomFile(11, BYTES)).chunk(0, CHUNK_BYTES);
  expect(gzipSync(chunk).byteLength).toBeGreaterThan(chunk.byteLength);
});
