import { describe, expect, test } from 'vitest';
import { CHUNK_HEADER_BYTES, readChunkFrame, writeChunkHeader } from './chunk-frame.ts';
import { CHUNK_BYTES } from './wire-limits.ts';

function frameOf(requestId: number, index: number, chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(CHUNK_HEADER_BYTES + chunk.byteLength);
  writeChunkHeader(frame, requestId, index);
  frame.set(chunk, CHUNK_HEADER_BYTES);
  return frame;
}

describe('a chunk frame', () => {
  test.each([
    [0, 0, 1],
    [7, 511, CHUNK_BYTES],
    [0xffff_ffff, 0xffff_ffff, 2],
  ])('of request %i, chunk %i and %i bytes reads back as written', (requestId, index, length) => {
    const chunk = Uint8Array.from({ length }, (_, position) => position % 251);
    const read = readChunkFrame(frameOf(requestId, index, chunk));
    expect(read).toEqual({ requestId, index, bytes: chunk });
  });

  test('is big-endian: request id, index, bytes', () => {
    const frame = frameOf(0x0102_0304, 0x0506_0708, Uint8Array.of(0xff));
    expect([...frame]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 0xff]);
  });

  test('is read where it lies in a larger buffer, without a copy', () => {
    const pool = new Uint8Array(100);
    pool.set(frameOf(9, 3, Uint8Array.of(42)), 50);
    const frame = pool.subarray(50, 50 + CHUNK_HEADER_BYTES + 1);
    const read = readChunkFrame(frame);
    expect(read).toEqual({ requestId: 9, index: 3, bytes: Uint8Array.of(42) });
    expect(read.bytes.buffer).toBe(pool.buffer);
  });

  test.each([0, 1, CHUNK_HEADER_BYTES - 1, CHUNK_HEADER_BYTES])(
    'of %i bytes is refused as unsupported data',
    (length) => {
      expect(() => readChunkFrame(new Uint8Array(length))).toThrow(
        expect.objectContaining({ code: 'unsupported_data' }),
      );
    },
  );
});
