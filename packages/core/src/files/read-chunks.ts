import { open } from 'node:fs/promises';
import { chunkCount, chunkLength } from '@holbench/protocol/wire-limits';

export interface Chunk {
  readonly index: number;
  /** The chunk's bytes: a view into `frame`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same memory with the headroom before it, for transports that frame chunks. */
  readonly frame: Uint8Array<ArrayBuffer>;
  /** Returns the memory for another chunk. Without it, each chunk allocates. */
  readonly release: () => void;
}

/**
 * The chunks of a file in order. The next one is read while the consumer sends the last, so that
 * disk and socket do not wait for each other. Only these two are in memory.
 */
export async function* readChunks(
  path: string,
  fileBytes: number,
  chunkBytes: number,
  headroomBytes: number,
): AsyncGenerator<Chunk, void, void> {
  await using file = await open(path, 'r');
  const count = chunkCount(fileBytes, chunkBytes);
  const released: Uint8Array<ArrayBuffer>[] = [];
  const frameBytes = headroomBytes + Math.min(fileBytes, chunkBytes);
  const read = async (index: number): Promise<Chunk> => {
    const length = chunkLength(fileBytes, index, chunkBytes);
    const memory = released.pop() ?? new Uint8Array(Buffer.allocUnsafeSlow(frameBytes).buffer);
    const frame = memory.subarray(0, headroomBytes + length);
    const bytes = frame.subarray(headroomBytes);
    const { bytesRead } = await file.read(bytes, 0, length, index * chunkBytes);
    if (bytesRead !== length)
      throw new Error(`chunk ${index}: ${bytesRead} of ${length} bytes read`);
    return { index, bytes, frame, release: () => released.push(memory) };
  };
  let next = read(0);
  try {
    for (let index = 0; index < count; index++) {
      const chunk = await next;
      if (index + 1 < count) next = read(index + 1);
      // The consumer's next step reports the failure.
      next.catch(() => {});
      yield chunk;
    }
  } finally {
    // The consumer may leave early: the read under way must end before its file is closed.
    await next.catch(() => {});
  }
}
