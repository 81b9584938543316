import * as v from 'valibot';
import { MAX_CHUNK_BYTES, MIN_CHUNK_BYTES } from './limits.ts';

/**
 * How a file is cut and written on its way. The server decides, and says so at the beginning of each
 * transfer. The hashes are of the file, whatever its form.
 */
export const ChunkForm = v.strictObject({
  /** Length of every chunk but the last. */
  chunkBytes: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(MIN_CHUNK_BYTES),
    v.maxValue(MAX_CHUNK_BYTES),
  ),
  /** As they are, or as base64 in JSON (`EncodedChunk`). */
  encoding: v.picklist(['raw', 'base64-json']),
});
export type ChunkForm = v.InferOutput<typeof ChunkForm>;
