import * as v from 'valibot';
import { ChunkForm } from './chunk-form.ts';
import { CoValueSummary, CoValueText, FileDeclaration, FileInfo } from './covalue.ts';
import { CoValueId } from './id.ts';

/** The body of `GET /covalues`. */
export const CoValueList = v.strictObject({ covalues: v.array(CoValueSummary) });
export type CoValueList = v.InferOutput<typeof CoValueList>;

/** The body of `POST /covalues`. With `file`, the CoValue appears when all its chunks are stored. */
export const NewCoValue = v.strictObject({
  text: CoValueText,
  file: v.optional(FileDeclaration),
});
export type NewCoValue = v.InferOutput<typeof NewCoValue>;

/** Terms of an upload: how the server wants the file. */
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

/** A chunk in the encoding `base64-json`. HTTP, download: one line of the body. */
export const EncodedChunk = v.strictObject({
  index: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff)),
  /** Its bytes in base64 (RFC 4648 §4), padded. */
  data: v.string(),
});

/** HTTP, upload: the body of `PUT /covalues/:id/file/chunks/:index` in the encoding `base64-json`. */
export const ChunkBody = v.strictObject({ data: EncodedChunk.entries.data });

/** The body of HTTP's answer to a chunk. `file` is null until the last chunk makes it complete. */
export const StoredChunk = v.strictObject({
  index: v.pipe(v.number(), v.integer(), v.minValue(0)),
  file: v.nullable(FileInfo),
});
export type StoredChunk = v.InferOutput<typeof StoredChunk>;

/** Announcement of a download; on HTTP as JSON in the header `LOADED_FILE_HEADER`. */
export const LoadedFile = v.strictObject({ file: FileInfo, ...ChunkForm.entries });
export type LoadedFile = v.InferOutput<typeof LoadedFile>;

export const LOADED_FILE_HEADER = 'holbench-file';

/** The body of HTTP's answer to a mutation. */
export const MutatedCoValue = v.strictObject({
  eventId: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type MutatedCoValue = v.InferOutput<typeof MutatedCoValue>;

/** Names of the two SSE events. */
export const SSE_SUBSCRIBED = 'subscribed';
export const SSE_MUTATION = 'mutation';
