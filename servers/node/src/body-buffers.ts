import type { Readable } from 'node:stream';
import { LabError } from '@holbench/protocol/errors';
import { CHUNK_BYTES } from '@holbench/protocol/limits';

/** Bytes of buffers kept for the next bodies: chunks of 61 users with six connections each, 37 MB. */
const KEPT_BYTES = 366 * CHUNK_BYTES;

/**
 * Reads bodies of requests. Those of the usual length go straight into buffers that are used again:
 * a buffer for each chunk, and Fastify's pieces beside it, wait for the garbage collector by the
 * hundred.
 */
export class BodyBuffers {
  readonly #usualBytes: number;
  readonly #free: Uint8Array<ArrayBuffer>[] = [];

  /** @param usualBytes Length of most bodies; 0 where there is none. */
  constructor(usualBytes: number) {
    this.#usualBytes = usualBytes;
  }

  /**
   * The whole body of a request, which must be given back with `release`.
   * @param declaredBytes The request's `content-length`; NaN where there is none.
   * @throws LabError `message_too_large` past `maxBytes`; the rest is read and thrown away, so that
   * the client can read why. `malformed_message` when the client leaves before the end.
   */
  async collect(
    body: Readable,
    declaredBytes: number,
    maxBytes: number,
  ): Promise<Uint8Array<ArrayBuffer>> {
    let whole = declaredBytes === this.#usualBytes ? this.#take() : NOTHING;
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
      this.release(whole);
      throw new LabError('malformed_message', 'the body broke off');
    }
    if (length > maxBytes) throw new LabError('message_too_large', 'the body is too large');
    return whole.subarray(0, length);
  }

  /** Gives a body's buffer back. Nothing may hold on to its bytes. */
  release({ buffer }: Uint8Array<ArrayBuffer>): void {
    if (buffer.byteLength === 0 || buffer.byteLength !== this.#usualBytes) return;
    const keptBytes = this.#free.length * this.#usualBytes;
    if (keptBytes < KEPT_BYTES) this.#free.push(new Uint8Array(buffer));
  }

  #take(): Uint8Array<ArrayBuffer> {
    return this.#free.pop() ?? new Uint8Array(this.#usualBytes);
  }
}

const NOTHING = new Uint8Array(0);

/** A longer copy; at least doubled, so that a body is not copied with each of its pieces. */
function longer(whole: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(Math.max(length, 2 * whole.byteLength));
  copy.set(whole);
  return copy;
}
