import type { FileDeclaration } from '@holbench/protocol/covalue';
import { chunkCount } from '@holbench/protocol/limits';
import type { CreatedCoValue, StoredChunk, UploadTerms } from '@holbench/protocol/bodies';
import pMap from 'p-map';
import { pageError } from '@holbench/scenarios/port/transport-error';

/** How the server wants the file. @throws TransportError `unexpected_answer` when it wants none. */
export function uploadTerms({ upload }: CreatedCoValue): UploadTerms {
  if (upload) return upload;
  throw pageError('unexpected_answer', 'the server wants no file');
}

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

/**
 * Compares what the server says that it stored with what was declared. One answer carries the
 * file: the one to its last stored chunk, which may overtake others.
 * @throws TransportError `hash_mismatch`.
 */
export function checkStored(declared: FileDeclaration, answers: readonly StoredChunk[]): void {
  const file = answers.find((answer) => answer.file)?.file;
  if (file?.sha256 === declared.sha256 && file.bytes === declared.bytes) return;
  throw pageError('hash_mismatch', 'the server did not store the file that was declared');
}
