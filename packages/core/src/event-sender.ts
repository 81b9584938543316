import type { Connection } from './connection.ts';

/**
 * Bytes of events that may be handed to a connection that is full, until it drains: about as many
 * as a TCP connection sends within one round trip of a fast line, and little beside the chunks that
 * make it full.
 */
export const EVENT_BYTES_AHEAD = 64 * 1024;

/**
 * Sends the events of all subscriptions of one connection. A file's chunks keep a connection full:
 * one event for each of its drains would make events wait for each other where nothing but this
 * code is in their way. They go out at once like any other small message, and only a peer that does
 * not read is waited for; what waits meanwhile is bounded by its `EventQueue`.
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
    // Several subscriptions may wait: the first of them may use up the room that all waited for.
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
