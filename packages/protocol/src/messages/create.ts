import * as v from 'valibot';
import { ChunkForm } from '../chunk-form.ts';
import { CoValueText, FileDeclaration, FileInfo } from '../covalue.ts';
import { CoValueId, RequestId } from '../id.ts';

/** The body of `POST /covalues`. With `file`, the CoValue appears when all its chunks are stored. */
export const NewCoValue = v.strictObject({
  text: CoValueText,
  file: v.optional(FileDeclaration),
});
export type NewCoValue = v.InferOutput<typeof NewCoValue>;

/** WebSocket: creates a CoValue. HTTP: `POST /covalues`. */
export const Create = v.strictObject({
  type: v.literal('create'),
  requestId: RequestId,
  ...NewCoValue.entries,
});

/** How the server wants the file that it waits for. */
export const UploadTerms = v.strictObject({
  /** How many chunks may await their `chunkStored`. */
  windowChunks: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ...ChunkForm.entries,
});
export type UploadTerms = v.InferOutput<typeof UploadTerms>;

/**
 * The answer to a creation, and the body of HTTP's 201 (text) or 202 (the server waits for the
 * chunks). `upload` is null without a file.
 */
export const CreatedCoValue = v.strictObject({ id: CoValueId, upload: v.nullable(UploadTerms) });
export type CreatedCoValue = v.InferOutput<typeof CreatedCoValue>;

export const Created = v.strictObject({
  type: v.literal('created'),
  requestId: RequestId,
  ...CreatedCoValue.entries,
});

/** The body of HTTP's answer to a chunk. `file` is null until the last chunk makes it complete. */
export const StoredChunk = v.strictObject({
  index: v.pipe(v.number(), v.integer(), v.minValue(0)),
  file: v.nullable(FileInfo),
});
export type StoredChunk = v.InferOutput<typeof StoredChunk>;

/** WebSocket: answers each chunk. HTTP: `PUT /covalues/:id/file/chunks/:index`. */
export const ChunkStored = v.strictObject({
  type: v.literal('chunkStored'),
  requestId: RequestId,
  ...StoredChunk.entries,
});
