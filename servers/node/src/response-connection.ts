import { once, type EventEmitter } from 'node:events';
import type { ServerHttp2Stream } from 'node:http2';
import type { Connection, SendResult } from '@holbench/core/connection';

/** The common part of HTTP/1.1 and HTTP/2 responses. */
export interface NodeResponse extends EventEmitter {
  readonly writableEnded: boolean;
  readonly destroyed: boolean;
  /** HTTP/2 only. */
  readonly stream?: Pick<ServerHttp2Stream, 'destroyed' | 'session'>;
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  write(data: string | Uint8Array, onWritten?: () => void): boolean;
  end(data?: string | Uint8Array): unknown;
  destroy(): unknown;
}

/** The body of a response as a `Connection`: Node's own back-pressure, HTTP/1.1 and HTTP/2 alike. */
export class ResponseConnection implements Connection {
  readonly #response: NodeResponse;
  readonly #closing = new AbortController();
  readonly closed = this.#closing.signal;
  #draining: Promise<null> | null = null;

  constructor(response: NodeResponse) {
    this.#response = response;
    response.once('close', () => this.#closing.abort());
    // A request may be reset before its answer begins; `close` does not come again then.
    if (isDestroyed(response)) this.#closing.abort();
    response.once('error', () => this.#closing.abort());
  }

  send(data: string | Uint8Array<ArrayBuffer>): SendResult {
    const { writableEnded } = this.#response;
    if (this.closed.aborted || writableEnded || isDestroyed(this.#response)) return 'closed';
    if (this.#response.write(data)) return 'sent';
    // Stored here: HTTP/2 responses have no `writableNeedDrain`.
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

/** `destroyed` is undefined on HTTP/2 responses, but not on their streams. */
export function isDestroyed({ stream, destroyed }: NodeResponse): boolean {
  return stream ? stream.destroyed : destroyed;
}

/** Resolves on the stream's next `drain` event, or when the connection has closed. */
export async function nextDrain(stream: EventEmitter, closed: AbortSignal): Promise<void> {
  // It rejects only when `closed` is aborted.
  await once(stream, 'drain', { signal: closed }).catch(() => {});
}
