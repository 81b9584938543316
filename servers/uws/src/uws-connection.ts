import type { WebSocket } from 'uWebSockets.js';
import type { Connection, SendResult } from '@holbench/core/connection';
import { Waiters } from '@holbench/core/waiters';

/** Return values of `ws.send`, as uWS documents them. */
const BACKPRESSURE = 0;
const DROPPED = 2;

/** A uWS WebSocket as a `Connection`; its server hands it the `drain` and `close` events. */
export class UwsConnection implements Connection {
  readonly #webSocket: WebSocket<unknown>;
  readonly #compresses: boolean;
  readonly #closing = new AbortController();
  readonly closed = this.#closing.signal;
  #full = false;
  readonly #drain = new Waiters();

  /** @param compresses what it sends, where the client takes it. */
  constructor(webSocket: WebSocket<unknown>, compresses: boolean) {
    this.#webSocket = webSocket;
    this.#compresses = compresses;
  }

  send(data: string | Uint8Array<ArrayBuffer>): SendResult {
    if (this.closed.aborted) return 'closed';
    let sent = DROPPED;
    this.#webSocket.cork(
      () => (sent = this.#webSocket.send(data, typeof data !== 'string', this.#compresses)),
    );
    if (sent === DROPPED) return 'closed';
    this.#full = sent === BACKPRESSURE;
    return this.#full ? 'full' : 'sent';
  }

  async drained(): Promise<void> {
    // Pongs of uWS itself may wait, too.
    if (this.closed.aborted || this.#webSocket.getBufferedAmount() === 0) return;
    await this.#drain.wait();
  }

  close(code?: number, reason?: string): void {
    if (!this.closed.aborted) this.#webSocket.end(code, reason);
  }

  ping(payload: string): void {
    if (!this.closed.aborted) this.#webSocket.ping(payload);
  }

  terminate(): void {
    if (!this.closed.aborted) this.#webSocket.close();
  }

  /** uWS calls it whenever some of the buffer was sent. */
  onDrain(): void {
    if (this.#webSocket.getBufferedAmount() > 0) return;
    this.#full = false;
    this.#drain.wake();
  }

  onClose(): void {
    this.#closing.abort();
    this.#drain.wake();
  }
}
