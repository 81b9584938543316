import pMap from 'p-map';
import type { UploadTerms } from '../bodies.ts';
import { chunkCount } from '../wire-limits.ts';

/**
 * Sends the chunks of a file in order, at most `windowChunks` of them awaiting their answer: what
 * bounds the memory of an upload on both sides.
 * @param send resolves when the chunk is stored.
 * @returns the answers in the order of the chunks.
 * @throws whatever `send` rejects with first; no further chunk is sent then.
 */
export async function sendChunks<Stored>(
  fileBytes: number,
  { windowChunks, chunkBytes }: UploadTerms,
  send: (index: number) => Promise<Stored>,
): Promise<Stored[]> {
  const count = chunkCount(fileBytes, chunkBytes);
  const indexes = Array.from({ length: count }, (_, index) => index);
  return pMap(indexes, send, { concurrency: windowChunks });
}
