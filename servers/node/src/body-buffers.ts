import type { Readable } from 'node:stream';
import { LabError } from '@holbench/protocol/errors';
import { CHUNK_BYTES } from '@holbench/protocol/limits';

/** Buffers kept for the next bodies: those of 61 users with six connections each, 37 MB. */
const KEPT = 366;

const free: Uint8Array<ArrayBuffer>[] = [];

/**
 * The whole body of a request. A chunk's goes straight into a buffer that is used again, which must
 * be given back with `release`: a buffer for each chunk, and Fastify's pieces beside it, wait for
 * the garbage collector by the hundred.
 * @param declaredBytes The request's `content-length`; NaN where there is none.
 * @throws LabError `message_too_large` past `maxBytes`; the rest is read and thrown away, so that
 * the client can read why. `malformed_message` when the client leaves before the end.
 */
export async function collectBody(
  body: Readable,
  declaredBytes: number,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  let whole = declaredBytes === CHUNK_BYTES ? (free.pop() ?? new Uint8Array(CHUNK_BYTES)) : NOTHING;
  let length = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      const offset = length;
      length += piece.byteLength;
      if (length > maxBytes) continue;
      if (length > whole.byteLength) whole = longer(whole, length);
      whole.set(piece, offset);
    }
  } catch {
    release(whole);
    throw new LabError('malformed_message', 'the body broke off');
  }
  if (length > maxBytes) throw new LabError('message_too_large', 'the body is too large');
  return whole.subarray(0, length);
}

/** Gives a body's buffer back. Nothing may hold on to its bytes. */
export function release(body: Uint8Array<ArrayBuffer>): void {
  if (body.buffer.byteLength === CHUNK_BYTES && free.length < KEPT) {
    free.push(new Uint8Array(body.buffer));
  }
}

const NOTHING = new Uint8Array(0);

/** A longer copy; at least doubled, so that a body is not copied with each of its pieces. */
function longer(whole: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(Math.max(length, 2 * whole.byteLength));
  copy.set(whole);
  return copy;
}
