import { MessageBatch } from '@holbench/protocol/message-batch';

/**
 * The small messages that a page sends on one socket. They wait for each other for as long as the
 * server wants them to; until it has said so they go one by one.
 */
export class OutgoingMessages {
  readonly #socket: Pick<WebSocket, 'send'>;
  readonly #batch = new MessageBatch();
  #batchMs = 0;
  /**
   * A way out of the task that sends. A timer set in a task that a timer has begun, as a probe has,
   * is never shorter than 4 ms (HTML, "timer initialisation steps"; in Chromium so is a delayed
   * `scheduler.postTask`); one set in a message's task is as short as it says.
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

  /** Sends what waits. */
  flush(): void {
    if (!this.#batch.isEmpty) this.#socket.send(this.#batch.take());
  }
}
