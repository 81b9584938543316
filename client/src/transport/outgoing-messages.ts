import { MessageBatch } from '@holbench/protocol/message-batch';

/**
 * The small messages that a page sends on one socket. They are batched for the server's `batchMs`;
 * before its first message they are sent one by one.
 */
export class OutgoingMessages {
  readonly #socket: Pick<WebSocket, 'send'>;
  readonly #batch = new MessageBatch();
  #batchMs = 0;
  /**
   * Leaves the task that sends. A timer set in a timer's task, such as a probe's, is never shorter
   * than 4 ms (HTML, "timer initialisation steps"; the same holds for a delayed
   * `scheduler.postTask` in Chromium). A timer set in a message's task is exact.
   */
  readonly #channel = new MessageChannel();

  constructor(socket: Pick<WebSocket, 'send'>) {
    this.#socket = socket;
    this.#channel.port1.addEventListener('message', () => {
      setTimeout(() => this.flush(), this.#batchMs);
    });
    this.#channel.port1.start();
  }

  batchFor(batchMs: number): void {
    this.#batchMs = batchMs;
  }

  send(json: string): void {
    if (this.#batchMs === 0) return this.#socket.send(json);
    if (!this.#batch.hasRoomFor(json)) this.flush();
    if (this.#batch.isEmpty) this.#channel.port2.postMessage(null);
    this.#batch.add(json);
  }

  /** Sends the waiting messages. */
  flush(): void {
    if (!this.#batch.isEmpty) this.#socket.send(this.#batch.take());
  }
}
