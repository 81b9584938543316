import * as v from 'valibot';
import { MAX_WHOLE_BYTES, MIN_CHUNK_BYTES } from './wire-limits.ts';

/**
 * Size and encoding of a file's chunks. The server decides, and announces it at the beginning of
 * each transfer. Hashes are always of the file itself.
 */
export const ChunkForm = v.strictObject({
  /** Length of every chunk but the last. */
  chunkBytes: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(MIN_CHUNK_BYTES),
    v.maxValue(MAX_WHOLE_BYTES),
  ),
  /** Raw bytes, or base64 in JSON (`EncodedChunk`). */
  encoding: v.picklist(['raw', 'base64-json']),
});
export type ChunkForm = v.InferOutput<typeof ChunkForm>;
