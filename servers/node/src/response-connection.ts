import { once, type EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Connection, SendResult } from '@holbench/core/connection';

/** The body of a response as a `Connection`: Node's own back-pressure, HTTP/1.1 and HTTP/2 alike. */
export class ResponseConnection implements Connection {
  readonly #response: ServerResponse | Http2ServerResponse;
  readonly #closed = new AbortController();
  #draining: Promise<null> | null = null;

  constructor(response: ServerResponse | Http2ServerResponse) {
    this.#response = response;
    response.once('close', () => this.#closed.abort());
    // A request may be reset before its answer begins: `close` has been then, and comes no more.
    if (isClosed(response)) this.#closed.abort();
    response.once('error', () => this.#closed.abort());
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  send(data: string | Uint8Array<ArrayBuffer>): SendResult {
    const { writableEnded } = this.#response;
    if (this.closed.aborted || writableEnded || isClosed(this.#response)) return 'closed';
    if (write(this.#response, data)) return 'sent';
    // Remembered here: HTTP/2's responses have no `writableNeedDrain`.
    this.#draining ??= nextDrain(this.#response, this.closed).then(() => (this.#draining = null));
    return 'full';
  }

  async drained(): Promise<void> {
    await this.#draining;
  }

  close(): void {
    this.#response.end();
  }
}

// The two `write`s take the same arguments, but the union of their types is not callable.
function write(response: ServerResponse | Http2ServerResponse, data: string | Uint8Array): boolean {
  return (response as ServerResponse).write(data);
}

/** HTTP/2's responses have no `destroyed`; their stream has. */
function isClosed(response: ServerResponse | Http2ServerResponse): boolean {
  return 'stream' in response ? response.stream.destroyed : response.destroyed;
}

/** Resolves on the stream's next `drain` event, or when the connection has closed. */
export async function nextDrain(stream: EventEmitter, closed: AbortSignal): Promise<void> {
  // It rejects only when `closed` is aborted.
  await once(stream, 'drain', { signal: closed }).catch(() => {});
}
