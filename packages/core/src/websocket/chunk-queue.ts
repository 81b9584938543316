import { sendAndDrain, type Connection } from '../connection.ts';
import type { ServerFactors } from '../server/factors.ts';

/** What an engine queues of a file without asking how much is waiting: the unread bytes of a client may be as many. */
export const AHEAD_BYTES = 4 * 1024 * 1024;

/** Chunks of all downloads of one WebSocket, in the order of the factor `send-order`. */
export class ChunkQueue {
  readonly #connection: Connection;
  readonly #order: ServerFactors['sendOrder'];
  /** Resolves when the last chunk has been sent. */
  #turn: Promise<unknown> = Promise.resolve();
  #aheadBytes = 0;

  constructor(connection: Connection, order: ServerFactors['sendOrder']) {
    this.#connection = connection;
    this.#order = order;
  }

  /**
   * Resolves when the next chunk of the same file may follow.
   * @param release called when the memory of `data` may be used again.
   * @returns false when the connection has closed.
   */
  send(data: string | Uint8Array<ArrayBuffer>, release: () => void): Promise<boolean> {
    const send = () => sendAndDrain(this.#connection, data, release);
    if (this.#order === 'default') return send();
    if (this.#order === 'in-order') return this.#sendAhead(send(), data.length);
    const sent = this.#turn.then(send);
    this.#turn = sent;
    return sent;
  }

  async #sendAhead(sent: Promise<boolean>, bytes: number): Promise<boolean> {
    this.#aheadBytes += bytes;
    const leave = sent.then((isOpen) => {
      this.#aheadBytes -= bytes;
      return isOpen;
    });
    return this.#aheadBytes < AHEAD_BYTES ? !this.#connection.closed.aborted : leave;
  }
}
