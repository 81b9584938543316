import { expect, test } from 'vitest';
import { ChunkLines } from './chunk-lines.ts';
import { toBase64 } from './base64.ts';

const chunks = [Uint8Array.of(1, 2, 3), Uint8Array.of(4), new Uint8Array(5_000)];
const body = new TextEncoder().encode(
  chunks.map((bytes, index) => `${JSON.stringify({ index, data: toBase64(bytes) })}\n`).join(''),
);

test.each([1, 7, 40, 100_000])('finds the chunks in pieces of %i bytes', (pieceBytes) => {
  const found: Uint8Array[] = [];
  const lines = new ChunkLines((bytes) => found.push(bytes));
  for (let offset = 0; offset < body.byteLength; offset += pieceBytes) {
    lines.add(body.subarray(offset, offset + pieceBytes));
  }
  expect(found).toEqual(chunks);
});

test.each([
  ['no JSON', '{"index":0\n'],
  ['another shape', '{"index":0}\n'],
  ['no base64', '{"index":0,"data":"!"}\n'],
  ['another chunk than the next', '{"index":1,"data":""}\n'],
  ['a line without an end', `{"index":0,"data":"${'A'.repeat(2 ** 20)}`],
])('refuses %s', (_name, text) => {
  const lines = new ChunkLines(() => {});
  expect(() => lines.add(new TextEncoder().encode(text))).toThrow(expect.anything());
});
