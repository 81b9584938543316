import * as v from 'valibot';
import { RequestId } from '../id.ts';

const ChunkIndex = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));

/** A chunk in the encoding `base64-json`. HTTP, download: one line of the body. */
export const EncodedChunk = v.strictObject({
  index: ChunkIndex,
  /** Its bytes in base64 (RFC 4648 §4), padded. */
  data: v.string(),
});

/** HTTP, upload: the body of `PUT /covalues/:id/file/chunks/:index` in the encoding `base64-json`. */
export const ChunkBody = v.strictObject({ data: EncodedChunk.entries.data });

/** WebSocket, both directions: in the encoding `base64-json`, what a chunk frame is in `raw`. */
export const Chunk = v.strictObject({
  type: v.literal('chunk'),
  requestId: RequestId,
  ...EncodedChunk.entries,
});

/**
 * WebSocket: a chunk of a download is in the page. Sent for every chunk where `welcome` gave a bulk
 * window, also for those of a download that the page has given up.
 */
export const ChunkReceived = v.strictObject({
  type: v.literal('chunkReceived'),
  requestId: RequestId,
  index: ChunkIndex,
});
