import type { Connection } from './connection.ts';

/**
 * Bytes of events that a full connection still takes before it drains: about what TCP sends in one
 * round trip of a fast line, and little compared with the chunks that fill it.
 */
export const EVENT_BYTES_AHEAD = 64 * 1024;

/**
 * Sends the events of all subscriptions of one connection. A file's chunks keep a connection full;
 * with one event per drain, events would wait for each other because of this code alone. So they go
 * out at once, like any other small message. Only a peer that does not read makes events wait, in
 * the bounded history of a CoValue.
 */
export class EventSender {
  readonly #connection: Connection;
  /** Handed over since the connection was first full. */
  #bytesAhead = 0;
  #draining: Promise<void> | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Resolves when the next event may be sent. @returns false when the connection has closed. */
  async send(event: string): Promise<boolean> {
    // Several subscriptions may wait, and the first may use up the room.
    while (this.#bytesAhead >= EVENT_BYTES_AHEAD) await this.#draining;
    const result = this.#connection.send(event);
    if (result === 'full') {
      this.#bytesAhead += Buffer.byteLength(event);
      this.#draining ??= this.#drained();
    }
    return result !== 'closed' && !this.#connection.closed.aborted;
  }

  async #drained(): Promise<void> {
    await this.#connection.drained();
    this.#bytesAhead = 0;
    this.#draining = null;
  }
}
