import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Connection, SendResult } from '@holbench/core/connection';
import { nextDrain } from './response-connection.ts';

/** A `ws` WebSocket as a `Connection`; its back-pressure is that of the TLS socket below it. */
export class WsConnection implements Connection {
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex;
  readonly #closing = new AbortController();
  readonly closed = this.#closing.signal;
  #draining: Promise<null> | null = null;

  constructor(webSocket: WebSocket, socket: Duplex) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    webSocket.once('close', () => this.#closing.abort());
    // A protocol violation: `ws` closes the connection with the right code, `close` follows.
    webSocket.on('error', () => {});
  }

  send(data: string | Uint8Array<ArrayBuffer>): SendResult {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return 'closed';
    this.#webSocket.send(data, { binary: typeof data !== 'string' });
    return this.#socket.writableNeedDrain ? 'full' : 'sent';
  }

  async drained(): Promise<void> {
    if (this.closed.aborted || !this.#socket.writableNeedDrain) return;
    this.#draining ??= nextDrain(this.#socket, this.closed).then(() => (this.#draining = null));
    await this.#draining;
  }

  pause(): void {
    this.#webSocket.pause();
  }

  resume(): void {
    this.#webSocket.resume();
  }

  ping(payload: string): void {
    if (this.#webSocket.readyState === this.#webSocket.OPEN) this.#webSocket.ping(payload);
  }

  terminate(): void {
    this.#closing.abort();
    this.#webSocket.terminate();
  }

  close(code?: number, reason?: string): void {
    this.#webSocket.close(code, reason);
  }
}
