import { expect, test } from 'vitest';
import {
  CHUNK_BYTES,
  chunkCount,
  chunkLength,
  FULL_FILE_BYTES,
  MAX_CHUNK_BYTES,
  MAX_MESSAGE_BYTES,
  MIN_CHUNK_BYTES,
  UPLOAD_WINDOW_BYTES,
  uploadWindowChunks,
} from './wire-limits.ts';

test('a full-size file has 512 whole chunks', () => {
  expect(chunkCount(FULL_FILE_BYTES, CHUNK_BYTES)).toBe(512);
  expect(chunkLength(FULL_FILE_BYTES, 511, CHUNK_BYTES)).toBe(CHUNK_BYTES);
});

test.each([
  [1, CHUNK_BYTES, 1, 1],
  [CHUNK_BYTES, CHUNK_BYTES, 1, CHUNK_BYTES],
  [CHUNK_BYTES + 1, CHUNK_BYTES, 2, 1],
  [1024 * 1024, CHUNK_BYTES, 11, 24_576],
  [1024 * 1024, MIN_CHUNK_BYTES, 1024, MIN_CHUNK_BYTES],
  [1024 * 1024 + 1, MAX_CHUNK_BYTES, 3, 1],
])(
  'a file of %i bytes in chunks of %i has %i, the last of %i bytes',
  (bytes, size, count, last) => {
    expect(chunkCount(bytes, size)).toBe(count);
    expect(chunkLength(bytes, count - 1, size)).toBe(last);
  },
);

test('the default window of an upload has bytes of its own, and not those of so many chunks', () => {
  expect(UPLOAD_WINDOW_BYTES).toBe(819_200);
});

test.each([
  ['eight chunks', CHUNK_BYTES, UPLOAD_WINDOW_BYTES, null, 8],
  ['the same bytes in more chunks', MIN_CHUNK_BYTES, UPLOAD_WINDOW_BYTES, null, 800],
  ['what is asked for', 16_384, 65_536, null, 4],
  ['at least one chunk', MAX_CHUNK_BYTES, 65_536, null, 1],
  ['what fits into the bulk window', 16_384, UPLOAD_WINDOW_BYTES, 65_536, 4],
  ['one chunk for a bulk window that is smaller', CHUNK_BYTES, UPLOAD_WINDOW_BYTES, 65_536, 1],
  ['its own for a big bulk window', CHUNK_BYTES, UPLOAD_WINDOW_BYTES, 64 * 1024 * 1024, 8],
])('the window of an upload is %s', (_name, chunkBytes, windowBytes, bulkWindowBytes, chunks) => {
  expect(uploadWindowChunks(chunkBytes, windowBytes, bulkWindowBytes)).toBe(chunks);
});

test('the biggest chunk in base64 fits into a message', () => {
  const data = 'A'.repeat(4 * Math.ceil(MAX_CHUNK_BYTES / 3));
  const chunk = { type: 'chunk', requestId: 0xffff_ffff, index: 999_999, data };
  expect(JSON.stringify(chunk).length).toBeLessThan(MAX_MESSAGE_BYTES);
});
