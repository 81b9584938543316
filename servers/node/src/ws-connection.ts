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
  /** A message is not complete, behind which others wait. */
  #fragmented = false;
  readonly #held: (string | Uint8Array<ArrayBuffer>)[] = [];
  readonly #complete = new Waiters();

  constructor(webSocket: WebSocket, socket: Duplex) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    webSocket.once('close', () => {
      this.#closing.abort();
      this.#written.wake();
      this.#complete.wake();
    });
    // A protocol violation: `ws` closes the connection with the right code, `close` follows.
    webSocket.on('error', () => {});
  }

  send(data: string | Uint8Array<ArrayBuffer>): SendResult {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return 'closed';
    if (this.#fragmented) this.#held.push(data);
    else this.#write(data, true);
    return this.#isFull ? 'full' : 'sent';
  }

  async sendFragment(data: string | Uint8Array<ArrayBuffer>, isLast: boolean): Promise<boolean> {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return false;
    this.#fragmented = !isLast;
    this.#write(data, isLast);
    if (isLast) {
      for (const held of this.#held.splice(0)) this.#write(held, true);
      this.#complete.wake();
    }
    await this.#socketDrained();
    return !this.closed.aborted;
  }

  async drained(): Promise<void> {
    if (this.#fragmented) await this.#complete.wait();
    await this.#socketDrained();
  }

  async #socketDrained(): Promise<void> {
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

  #write(data: string | Uint8Array<ArrayBuffer>, fin: boolean): void {
    const options = { binary: typeof data !== 'string', fin };
    if (this.#webSocket.extensions === '') return this.#webSocket.send(data, options);
    this.#compressing += 1;
    this.#webSocket.send(data, options, () => this.#onWritten());
  }

  get #isFull(): boolean {
    return this.#socket.writableNeedDrain || this.#compressing > 0 || this.#fragmented;
  }

  #onWritten(): void {
    this.#compressing -= 1;
    if (this.#compressing === 0) this.#written.wake();
  }

  close(code?: number, reason?: string): void {
    this.#webSocket.close(code, reason);
  }
}
