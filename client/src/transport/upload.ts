import type { FileDeclaration } from '@holbench/protocol/covalue';
import type { CreatedCoValue, StoredChunk, UploadTerms } from '@holbench/protocol/bodies';
import { pageError } from '@holbench/scenarios/port/transport-error';

/** How the server wants the file. @throws TransportError `unexpected_answer` when it wants none. */
export function uploadTerms({ upload }: CreatedCoValue): UploadTerms {
  if (upload) return upload;
  throw pageError('unexpected_answer', 'the server wants no file');
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
