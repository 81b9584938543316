import { readFile } from 'node:fs/promises';
import { chunkCount, chunkLength } from '@holbench/protocol/wire-limits';
import type { Chunk } from './read-chunks.ts';

/**
 * Factor `fileRead`: the same chunks as `readChunks`, out of the complete file, which each download
 * reads into memory for itself.
 */
export async function* readWholeFile(
  path: string,
  fileBytes: number,
  chunkBytes: number,
  headroomBytes: number,
): AsyncGenerator<Chunk, void, void> {
  const content = await readFile(path);
  if (content.byteLength !== fileBytes) {
    throw new Error(`${path}: ${content.byteLength} of ${fileBytes} bytes read`);
  }
  const count = chunkCount(fileBytes, chunkBytes);
  for (let index = 0; index < count; index++) {
    const begin = index * chunkBytes;
    const part = content.subarray(begin, begin + chunkLength(fileBytes, index, chunkBytes));
    const frame = headroomBytes === 0 ? part : withHeadroom(part, headroomBytes);
    // Nothing to release: the file stays in memory until its download ends.
    yield { index, bytes: frame.subarray(headroomBytes), frame, release: () => {} };
  }
}

/** A copy, because the bytes before a chunk are those of the last one. */
function withHeadroom(
  part: Uint8Array<ArrayBuffer>,
  headroomBytes: number,
): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(Buffer.allocUnsafeSlow(headroomBytes + part.byteLength).buffer);
  frame.set(part, headroomBytes);
  return frame;
}
