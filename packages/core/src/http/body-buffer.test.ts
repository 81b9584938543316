import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { BodyBuffer, SMALL_PIECE_BYTES } from './body-buffer.ts';

function bodyOf(pieces: readonly Uint8Array<ArrayBuffer>[], maxBytes: number): BodyBuffer {
  const body = new BodyBuffer(maxBytes);
  for (const piece of pieces) body.append(piece);
  return body;
}

test.each<[string, number[]]>([
  ['nothing', []],
  ['one byte', [1]],
  ['one large piece', [SMALL_PIECE_BYTES]],
  ['small and large', [1, SMALL_PIECE_BYTES, 1, SMALL_PIECE_BYTES - 1, SMALL_PIECE_BYTES]],
  ['single bytes', Array.from({ length: 50_000 }, () => 1)],
  ['pieces that fit into no block', Array.from({ length: 9 }, () => SMALL_PIECE_BYTES - 1)],
])('%s is the body that was sent', (_name, lengths) => {
  const pieces = lengths.map((length) => new Uint8Array(randomBytes(length)));
  const body = bodyOf(pieces, 1024 ** 2);
  expect(Buffer.from(body.take())).toEqual(Buffer.concat(pieces));
});

test('a body is too large from the first byte beyond', () => {
  const pieces = [new Uint8Array(5), new Uint8Array(5)];
  expect(bodyOf(pieces, 10).isTooLarge).toBe(false);
  const body = bodyOf([...pieces, new Uint8Array(1)], 10);
  expect(body.isTooLarge).toBe(true);
  expect(body.receivedBytes).toBe(11);
});

test('a body of single bytes takes about as much memory as it has bytes', () => {
  const byte = new Uint8Array(1);
  const before = process.memoryUsage();
  const body = new BodyBuffer(1024 ** 2);
  for (let count = 0; count < 1024 ** 2; count++) body.append(byte);
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const grown = heapUsed - before.heapUsed + (arrayBuffers - before.arrayBuffers);
  expect(body.receivedBytes).toBe(1024 ** 2);
  expect(grown).toBeLessThan(16 * 1024 ** 2);
});
