import { MessageBatch } from '@holbench/protocol/message-batch';
import type { Connection, SendResult } from '../connection.ts';

/**
 * Small messages of a WebSocket that wait `batchMs` to be sent together. Bytes go at once, after the
 * waiting batch. What is sent on the connection below, such as a file's chunks, may overtake.
 */
export class BatchingConnection implements Connection {
  readonly #below: Connection;
  readonly closed: AbortSignal;
  readonly #batchMs: number;
  readonly #batch = new MessageBatch();
  #ended = false;
  #timer: NodeJS.Timeout | null = null;
  /** The connection below was full when it was last handed something, and has not drained since. */
  #draining: Promise<void> | null = null;

  constructor(below: Connection, batchMs: number) {
    this.#below = below;
    this.closed = below.closed;
    this.#batchMs = batchMs;
    below.closed.addEventListener('abort', () => this.#forget(), { once: true });
  }

  send(data: string | Uint8Array<ArrayBuffer>): SendResult {
    if (this.closed.aborted || this.#ended) return 'closed';
    if (typeof data !== 'string') {
      this.#flush();
      return this.#handOver(data);
    }
    if (!this.#batch.hasRoomFor(data)) this.#flush();
    this.#batch.add(data);
    this.#timer ??= setTimeout(() => this.#flush(), this.#batchMs);
    return this.#draining ? 'full' : 'sent';
  }

  async drained(): Promise<void> {
    await this.#draining;
  }

  close(code?: number, reason?: string): void {
    this.#ended = true;
    this.#flush();
    this.#below.close(code, reason);
  }

  #flush(): void {
    this.#stopTimer();
    if (!this.#batch.isEmpty) this.#handOver(this.#batch.take());
  }

  #handOver(data: string | Uint8Array<ArrayBuffer>): SendResult {
    const result = this.#below.send(data);
    if (result === 'full') this.#draining ??= this.#drain();
    return result;
  }

  async #drain(): Promise<void> {
    await this.#below.drained();
    this.#draining = null;
  }

  #forget(): void {
    this.#stopTimer();
    this.#batch.take();
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
