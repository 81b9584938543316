/** Size of one chunk of a file, in bytes, by default (100 KiB, the published microbenchmark's). */
export const CHUNK_BYTES = 102_400;

/** Range of other chunk sizes. In base64 the largest still fits into a message. */
export const MIN_CHUNK_BYTES = 1024;
export const MAX_CHUNK_BYTES = 512 * 1024;

/** Largest chunk of a server that takes whole files as one message, in bytes: its limit of messages is as much higher. */
export const MAX_WHOLE_BYTES = 96 * 1024 * 1024;

/** Size of a full-size file in bytes: 50 MiB, 512 chunks. Presets may generate smaller ones. */
export const FULL_FILE_BYTES = 50 * 1024 * 1024;

/** Largest file that may be declared, in bytes. */
export const MAX_FILE_BYTES = 4 * FULL_FILE_BYTES;

/** Largest JSON body or WebSocket message, in bytes. Chunks have their own, exact length. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

/** The same of a server with larger chunks. In base64 a chunk has a third more, and JSON around it. */
export function messageBytes(chunkBytes: number): number {
  return Math.max(MAX_MESSAGE_BYTES, Math.ceil((4 * chunkBytes) / 3) + 1024);
}

/**
 * Unacknowledged bytes of one upload by default, on every transport, whatever the size of its chunks. They
 * keep 65 Mbit/s busy at 100 ms RTT, and fill an uplink of 10 Mbit/s for 655 ms.
 */
export const UPLOAD_WINDOW_BYTES = 819_200;

/** Uploads that may be open at once in one server process. */
export const MAX_OPEN_UPLOADS = 512;

/** CoValues that a server process keeps in memory; the oldest that a client created makes room. */
export const MAX_COVALUES = 20_000;

/** An upload that receives no chunk for this long is discarded. */
export const UPLOAD_IDLE_MS = 60_000;

/** Requests that one WebSocket connection may have open at once. */
export const MAX_OPEN_REQUESTS = 1024;

/** Events kept per CoValue so that a subscriber can resume from its last event id. */
export const EVENT_HISTORY = 256;

/** Number of chunks of `chunkBytes` in a file of `bytes`. */
export function chunkCount(bytes: number, chunkBytes: number): number {
  return Math.ceil(bytes / chunkBytes);
}

/** Length in bytes of chunk `index` of a file of `bytes`: `chunkBytes`, or less for the last. */
export function chunkLength(bytes: number, index: number, chunkBytes: number): number {
  return Math.min(chunkBytes, bytes - index * chunkBytes);
}

/** Unacknowledged chunks of one upload: those in its window, or in a smaller `bulkWindowBytes`; at least one. */
export function uploadWindowChunks(
  chunkBytes: number,
  uploadWindowBytes: number,
  bulkWindowBytes: number | null,
): number {
  const windowBytes = Math.min(uploadWindowBytes, bulkWindowBytes ?? uploadWindowBytes);
  return Math.max(1, Math.floor(windowBytes / chunkBytes));
}
