import { MessageBatch } from '@holbench/protocol/message-batch';

/**
 * The small messages that a page sends on one socket. They wait for each other for as long as the
 * server wants them to; until it has said so they go one by one.
 */
export class OutgoingMessages {
  readonly #socket: Pick<WebSocket, 'send'>;
  readonly #batch = new MessageBatch();
  #batchMs = 0;

  constructor(socket: Pick<WebSocket, 'send'>) {
    this.#socket = socket;
  }

  batchFor(batchMs: number): void {
    this.#batchMs = batchMs;
  }

  send(json: string): void {
    if (this.#batchMs === 0) return this.#socket.send(json);
    if (!this.#batch.hasRoomFor(json)) this.flush();
    if (this.#batch.isEmpty) flushAfter(this.#batchMs, () => this.flush());
    this.#batch.add(json);
  }

  /** Sends what waits. */
  flush(): void {
    if (!this.#batch.isEmpty) this.#socket.send(this.#batch.take());
  }
}

/**
 * `setTimeout` never waits less than 4 ms in a task that a timer has begun, and so for ever
 * (HTML, "timer initialisation steps"); a delayed task of the scheduler does.
 */
function flushAfter(delayMs: number, flush: () => void): void {
  if ('scheduler' in globalThis) void scheduler.postTask(flush, { delay: delayMs });
  else setTimeout(flush, delayMs);
}
