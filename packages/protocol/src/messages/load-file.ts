import * as v from 'valibot';
import { ChunkForm } from '../chunk-form.ts';
import { FileInfo } from '../covalue.ts';
import { CoValueId, RequestId } from '../id.ts';

/** WebSocket: asks for a CoValue's file. HTTP: `GET /covalues/:id/file`. */
export const LoadFile = v.strictObject({
  type: v.literal('loadFile'),
  requestId: RequestId,
  id: CoValueId,
});

/** What a download announces of itself. */
export const LoadedFile = v.strictObject({ file: FileInfo, ...ChunkForm.entries });
export type LoadedFile = v.InferOutput<typeof LoadedFile>;

/**
 * WebSocket: the file follows, in order, as chunks with this `requestId`. HTTP: the header
 * `LOADED_FILE_HEADER` says the same as JSON; the body is the bytes, or a line for each chunk.
 */
export const FileBegin = v.strictObject({
  type: v.literal('fileBegin'),
  requestId: RequestId,
  ...LoadedFile.entries,
});

/** HTTP: response header of `GET /covalues/:id/file`, a `LoadedFile` as JSON. */
export const LOADED_FILE_HEADER = 'holbench-file';
