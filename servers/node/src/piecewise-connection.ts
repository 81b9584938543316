import type { Http2Session } from 'node:http2';
import type { Connection, SendResult } from '@holbench/core/connection';
import { type NodeResponse, ResponseConnection } from './response-connection.ts';
import { WriteScheduler } from './write-scheduler.ts';

const turnsOf = new WeakMap<Http2Session, WriteScheduler>();

/**
 * The body of an HTTP/2 file response. At most `pieceBytes` wait inside the process, for all files
 * of the session together. Small responses do not wait for them.
 */
export class PiecewiseConnection implements Connection {
  readonly #response: NodeResponse;
  readonly #connection: ResponseConnection;
  readonly closed: AbortSignal;
  readonly #turns: WriteScheduler;
  readonly #pieceBytes: number;
  readonly #whenClosed: Promise<void>;
  #sending: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(response: NodeResponse, pieceBytes: number) {
    this.#response = response;
    this.#connection = new ResponseConnection(response);
    this.closed = this.#connection.closed;
    this.#turns = turnsIn(response.stream?.session);
    this.#pieceBytes = pieceBytes;
    this.#whenClosed = new Promise((resolve) => {
      this.closed.addEventListener('abort', () => resolve(), { once: true });
      if (this.closed.aborted) resolve();
    });
  }

  send(data: string | Uint8Array<ArrayBuffer>): SendResult {
    if (this.closed.aborted || this.#ended) return 'closed';
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
    this.#sending = this.#sending.then(() => this.#sendPieces(bytes));
    return 'full';
  }

  async drained(): Promise<void> {
    await this.#sending;
  }

  close(): void {
    this.#ended = true;
    void this.#sending.then(() => this.#connection.close());
  }

  async #sendPieces(bytes: Uint8Array): Promise<void> {
    for (let offset = 0; offset < bytes.byteLength; offset += this.#pieceBytes) {
      if (this.closed.aborted) return;
      const piece = bytes.subarray(offset, offset + this.#pieceBytes);
      await this.#turns.take(() => Promise.race([this.#written(piece), this.#whenClosed]));
    }
  }

  #written(piece: Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#response.write(piece, () => resolve()));
  }
}

function turnsIn(session: Http2Session | undefined): WriteScheduler {
  // A session that has ended has no more files to wait for.
  if (!session) return new WriteScheduler();
  const turns = turnsOf.get(session) ?? new WriteScheduler();
  turnsOf.set(session, turns);
  return turns;
}
