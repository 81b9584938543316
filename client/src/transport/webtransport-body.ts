/** Read at once by those who bring no buffer of their own. */
const PIECE_BYTES = 16 * 1024;

/** What the other side sends on a stream: a head of known length, then a body to the end. */
export class StreamBody {
  readonly #reader: ReadableStreamBYOBReader;
  readonly #signal: AbortSignal | null;
  readonly #onAbort: () => void;
  /** Set once the body is read by another. */
  #body: ReadableByteStreamController | null = null;

  /**
   * @param signal ends the reading, and everything that is still to be read.
   * @param onAbort is called then, once.
   */
  constructor(readable: ReadableStream, signal: AbortSignal | null, onAbort: () => void) {
    this.#reader = readable.getReader({ mode: 'byob' });
    this.#signal = signal;
    this.#onAbort = onAbort;
    if (signal?.aborted) this.#abort();
    else signal?.addEventListener('abort', this.#abort, { once: true });
  }

  /** The next bytes, so many. @throws TypeError, as `fetch`, when the stream ends or breaks before. */
  async take(length: number): Promise<Uint8Array<ArrayBuffer>> {
    let bytes = new Uint8Array(length);
    for (let filled = 0; filled < length;) {
      const read = await this.#read(bytes.subarray(filled));
      if (read.byteLength === 0) {
        this.cancel();
        throw new TypeError('the stream ended within a head');
      }
      filled += read.byteLength;
      bytes = new Uint8Array(read.buffer);
    }
    return bytes;
  }

  /** The rest. Nothing is read before it is asked for, and no byte is copied. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream({
      type: 'bytes',
      autoAllocateChunkSize: PIECE_BYTES,
      start: (controller) => {
        this.#body = controller;
      },
      pull: (controller) => this.#pull(controller),
      cancel: () => this.cancel(),
    });
  }

  /** Tells the other side to send no more. */
  cancel(): void {
    this.#forgetSignal();
    void this.#reader.cancel().catch(() => {});
  }

  async #pull(controller: ReadableByteStreamController): Promise<void> {
    const request = controller.byobRequest;
    if (!request?.view) throw new Error('a read without a buffer');
    const { buffer, byteOffset, byteLength } = request.view;
    const read = await this.#read(new Uint8Array(buffer, byteOffset, byteLength));
    if (read.byteLength === 0) {
      this.#forgetSignal();
      controller.close();
    }
    request.respondWithNewView(read);
  }

  /** At most as many bytes as `into` has, in the same memory; none at the end. */
  async #read(into: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const read = await this.#reader.read(into).catch((cause: unknown) => {
      this.#forgetSignal();
      // As `fetch` has it.
      throw new TypeError('the stream broke off', { cause });
    });
    // A stream that was cancelled ends, or goes on without bytes.
    this.#signal?.throwIfAborted();
    if (read.value) return read.value;
    throw new TypeError('the stream was cancelled');
  }

  readonly #abort = (): void => {
    this.cancel();
    this.#onAbort();
    this.#body?.error(this.#signal?.reason);
  };

  #forgetSignal(): void {
    this.#signal?.removeEventListener('abort', this.#abort);
  }
}
