import type { FileDeclaration } from '@holbench/protocol/covalue';
import { chunkCount } from '@holbench/protocol/limits';
import type { CreatedCoValue, StoredChunk, UploadTerms } from '@holbench/protocol/bodies';
import pMap from 'p-map';
import { pageError } from '@holbench/scenarios/port/transport-error';

/** Terms of the upload. @throws TransportError `unexpected_answer` when there are none. */
export function uploadTerms({ upload }: CreatedCoValue): UploadTerms {
  if (upload) return upload;
  throw pageError('unexpected_answer', 'the server sent no upload terms');
}

/**
 * Sends the chunks of a file in order, with at most `windowChunks` unanswered, which bounds the
 * memory of an upload on both sides.
 * @param send resolves when the chunk is stored.
 * @returns the answers in the order of the chunks.
 * @throws the first error of `send`; no further chunk is sent then.
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

/**
 * Compares the stored file with its declaration. Only the answer to the last stored chunk carries
 * the file; it may overtake others.
 * @throws TransportError `hash_mismatch`.
 */
export function checkStored(declared: FileDeclaration, answers: readonly StoredChunk[]): void {
  const file = answers.find((answer) => answer.file)?.file;
  if (file?.sha256 === declared.sha256 && file.bytes === declared.bytes) return;
  throw pageError('hash_mismatch', 'the server did not store the file that was declared');
}
