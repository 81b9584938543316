import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { chunkCount } from '@holbench/protocol/limits';
import { expect, test } from 'vitest';
import { randomFile } from './random-file.ts';

const BYTES = 250_000;

test('declares what its chunks are', async () => {
  const file = await randomFile(11, BYTES);
  const sha256 = createHash('sha256');
  let bytes = 0;
  for (let index = 0; index < chunkCount(BYTES); index++) {
    sha256.update(file.chunk(index));
    bytes += file.chunk(index).byteLength;
  }
  expect(file.declaration).toEqual({ bytes: BYTES, sha256: sha256.digest('hex') });
  expect(bytes).toBe(BYTES);
});

test('makes the same chunk each time, and different chunks', async () => {
  const file = await randomFile(11, BYTES);
  expect(file.chunk(1)).toEqual(file.chunk(1));
  expect(file.chunk(0)).not.toEqual(file.chunk(1));
});

test('cannot be compressed', async () => {
  const file = await randomFile(11, BYTES);
  expect(gzipSync(file.chunk(0)).byteLength).toBeGreaterThan(file.chunk(0).byteLength);
});
