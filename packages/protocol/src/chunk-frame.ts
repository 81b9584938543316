import { LabError } from './errors.ts';

/**
 * A chunk on a WebSocket is one binary message: `requestId` (u32), `index` (u32), both big-endian,
 * then the chunk's raw bytes.
 */
export const CHUNK_HEADER_BYTES = 8;

export interface ChunkFrame {
  readonly requestId: number;
  readonly index: number;
  /** A view into the frame, not a copy. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Writes the header into the first `CHUNK_HEADER_BYTES` of `frame`, whose rest is the chunk. */
export function writeChunkHeader(frame: Uint8Array, requestId: number, index: number): void {
  const view = new DataView(frame.buffer, frame.byteOffset, CHUNK_HEADER_BYTES);
  view.setUint32(0, requestId);
  view.setUint32(4, index);
}

/** @throws LabError `unsupported_data` for a frame too short to hold a header and a byte. */
export function readChunkFrame(frame: Uint8Array<ArrayBuffer>): ChunkFrame {
  if (frame.byteLength <= CHUNK_HEADER_BYTES) {
    throw new LabError('unsupported_data', 'a binary message must be a chunk frame');
  }
  const view = new DataView(frame.buffer, frame.byteOffset, CHUNK_HEADER_BYTES);
  return {
    requestId: view.getUint32(0),
    index: view.getUint32(4),
    bytes: frame.subarray(CHUNK_HEADER_BYTES),
  };
}
