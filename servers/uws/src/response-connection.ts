import type { HttpResponse } from 'uWebSockets.js';
import type { Connection, SendResult } from '@holbench/core/connection';
import { Waiters } from '@holbench/core/waiters';

/**
 * The body of a response as a `Connection`. A body of known length is sent by `tryEnd`, which
 * returns how much the socket took; one of unknown length (SSE) by `write`, which buffers.
 */
export class ResponseConnection implements Connection {
  readonly #response: HttpResponse;
  readonly #contentLength: number | null;
  readonly closed: AbortSignal;
  /** Bytes that `tryEnd` did not take, in order, and their offset in the body. */
  readonly #rest: Uint8Array<ArrayBuffer>[] = [];
  #restOffset = 0;
  #full = false;
  #ended = false;
  readonly #drain = new Waiters();

  /** @param closed Aborted by the response's `onAborted`, which uWS allows to be set only once. */
  constructor(response: HttpResponse, contentLength: number | null, closed: AbortSignal) {
    this.#response = response;
    this.#contentLength = contentLength;
    this.closed = closed;
    closed.addEventListener('abort', () => this.#drain.wake(), { once: true });
    if (!closed.aborted) response.onWritable((offset) => this.#writable(offset));
  }

  send(data: string | Uint8Array<ArrayBuffer>): SendResult {
    if (this.closed.aborted || this.#ended) return 'closed';
    this.#response.cork(() => {
      if (this.#contentLength === null) this.#full = !this.#response.write(data);
      else this.#sendInOrder(typeof data === 'string' ? new TextEncoder().encode(data) : data);
    });
    return this.#full ? 'full' : 'sent';
  }

  async drained(): Promise<void> {
    if (this.closed.aborted || !this.#full) return;
    await this.#drain.wait();
  }

  close(): void {
    if (this.closed.aborted || this.#ended) return;
    this.#ended = true;
    // A body of known length ends itself with its last byte.
    if (this.#contentLength === null) this.#response.cork(() => this.#response.end());
  }

  #sendInOrder(bytes: Uint8Array<ArrayBuffer>): void {
    this.#rest.push(bytes);
    if (!this.#full) this.#sendRest();
  }

  #sendRest(): void {
    this.#full = false;
    for (let [next] = this.#rest; next && !this.#full; [next] = this.#rest) {
      this.#restOffset = this.#response.getWriteOffset();
      const [taken, done] = this.#response.tryEnd(next, this.#contentLength ?? 0);
      this.#ended ||= done;
      this.#full = !taken && !done;
      if (!this.#full) this.#rest.shift();
    }
  }

  /** @returns whether everything was sent; uWS calls again when not. */
  #writable(offset: number): boolean {
    const next = this.#rest[0];
    if (next) this.#rest[0] = next.subarray(offset - this.#restOffset);
    this.#sendRest();
    if (!this.#full) this.#drain.wake();
    return !this.#full;
  }
}
