import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Connection, SendResult } from '@holbench/core/connection';
import { Waiters } from '@holbench/core/waiters';
import { nextDrain } from './response-connection.ts';

/**
 * A `ws` WebSocket as a `Connection`; its back-pressure is that of the TLS socket below it. A message that it compresses
 * waits for that first, in its own memory.
 */
export class WsConnection implements Connection {
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex;
  readonly #closing = new AbortController();
  readonly closed = this.#closing.signal;
  #draining: Promise<null> | null = null;
  /** Messages that are compressed, or not written yet. */
  #compressing = 0;
  readonly #written = new Waiters();

  constructor(webSocket: WebSocket, socket: Duplex) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    webSocket.once('close', () => {
      this.#closing.abort();
      this.#written.wake();
    });
    // A protocol violation: `ws` closes the connection with the right code, `close` follows.
    webSocket.on('error', () => {});
  }

  send(data: string | Uint8Array<ArrayBuffer>): SendResult {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return 'closed';
    const binary = typeof data !== 'string';
    if (this.#webSocket.extensions === '') this.#webSocket.send(data, { binary });
    else {
      this.#compressing += 1;
      this.#webSocket.send(data, { binary }, () => this.#onWritten());
    }
    return this.#isFull ? 'full' : 'sent';
  }

  async drained(): Promise<void> {
    if (this.#compressing > 0) await this.#written.wait();
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

  get #isFull(): boolean {
    return this.#socket.writableNeedDrain || this.#compressing > 0;
  }

  #onWritten(): void {
    this.#compressing -= 1;
    if (this.#compressing === 0) this.#written.wake();
  }

  close(code?: number, reason?: string): void {
    this.#webSocket.close(code, reason);
  }
}
