import type { FileDeclaration } from '@holbench/protocol/covalue';
import type { CreatedCoValue, StoredChunk, UploadTerms } from '@holbench/protocol/bodies';
import { pageError } from '@holbench/scenarios/port/transport-error';

/** Terms of the upload. @throws TransportError `unexpected_answer` when there are none. */
export function uploadTerms({ upload }: CreatedCoValue): UploadTerms {
  if (upload) return upload;
  throw pageError('unexpected_answer', 'the server sent no upload terms');
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
