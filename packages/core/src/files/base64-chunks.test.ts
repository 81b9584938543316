import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { chunkLine, chunkLinesBytes, fromBase64, toBase64 } from './base64-chunks.ts';

test.each([0, 1, 2, 3, 100_000])('%i bytes come back', (length) => {
  const bytes = new Uint8Array(randomBytes(length));
  expect(Buffer.compare(fromBase64(toBase64(bytes)), bytes)).toBe(0);
});

test.each(['A', 'AA', 'AAA', 'AAA=A', 'AA=A', '=AAA', 'AA A', 'AAA\n', 'AA€A', 'AAAA====', '!!!!'])(
  'refuses %j',
  (data) => {
    expect(() => fromBase64(data)).toThrow(expect.objectContaining({ code: 'invalid_message' }));
  },
);

test.each([
  [1, 1024],
  [1024, 1024],
  [11 * 1024 + 5, 1024],
  [250_000, 102_400],
])('knows how long %i bytes are as lines of %i', (fileBytes, chunkBytes) => {
  let lines = '';
  for (let index = 0; index * chunkBytes < fileBytes; index++) {
    const length = Math.min(chunkBytes, fileBytes - index * chunkBytes);
    lines += chunkLine({ index, bytes: new Uint8Array(length) });
  }
  expect(chunkLinesBytes(fileBytes, chunkBytes)).toBe(lines.length);
});
