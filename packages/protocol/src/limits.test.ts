import { expect, test } from 'vitest';
import { CHUNK_BYTES, chunkCount, chunkLength, FULL_FILE_BYTES } from './limits.ts';

test('a full-size file has 512 whole chunks', () => {
  expect(chunkCount(FULL_FILE_BYTES)).toBe(512);
  expect(chunkLength(FULL_FILE_BYTES, 511)).toBe(CHUNK_BYTES);
});

test.each([
  [1, 1, 1],
  [CHUNK_BYTES, 1, CHUNK_BYTES],
  [CHUNK_BYTES + 1, 2, 1],
  [1024 * 1024, 11, 24_576],
])('a file of %i bytes has %i chunks, the last of %i bytes', (bytes, chunks, last) => {
  expect(chunkCount(bytes)).toBe(chunks);
  expect(chunkLength(bytes, chunks - 1)).toBe(last);
});
