import { sendAndDrain, type Connection } from '../connection.ts';
import type { ServerFactors } from '../server/factors.ts';

/**
 * What an engine hands over of a file at once: the unread bytes of a client may be as many. A library says only when it
 * has written all of them, so they are filled up again when none is left.
 */
export const AHEAD_BYTES = 4 * 1024 * 1024;

/** Chunks of all downloads of one WebSocket: in the order of the factor `send-order`, in pieces of the factor `fragment`. */
export class ChunkQueue {
  readonly #connection: Connection;
  readonly #factors: Pick<ServerFactors, 'sendOrder' | 'fragmentBytes'>;
  /** Resolves when the last chunk has been sent. */
  #turn: Promise<unknown> = Promise.resolve();
  #aheadBytes = 0;

  constructor(connection: Connection, factors: Pick<ServerFactors, 'sendOrder' | 'fragmentBytes'>) {
    this.#connection = connection;
    this.#factors = factors;
  }

  /**
   * Resolves when the next chunk of the same file may follow.
   * @param release called when the memory of `data` may be used again.
   * @returns false when the connection has closed.
   */
  send(data: string | Uint8Array<ArrayBuffer>, release: () => void): Promise<boolean> {
    const { sendOrder, fragmentBytes } = this.#factors;
    // Fragments of two messages must not mix.
    if (fragmentBytes !== null)
      return this.#inTurn(() => this.#sendFragments(data, fragmentBytes, release));
    const send = () => sendAndDrain(this.#connection, data, release);
    if (sendOrder === 'default') return send();
    return sendOrder === 'in-order' ? this.#ahead(send(), data.length) : this.#inTurn(send);
  }

  #inTurn(send: () => Promise<boolean>): Promise<boolean> {
    const sent = this.#turn.then(send);
    this.#turn = sent;
    return sent;
  }

  async #ahead(sent: Promise<boolean>, bytes: number): Promise<boolean> {
    this.#aheadBytes += bytes;
    const left = sent.then((isOpen) => {
      this.#aheadBytes -= bytes;
      return isOpen;
    });
    return this.#aheadBytes < AHEAD_BYTES ? !this.#connection.closed.aborted : left;
  }

  /** Each when the one before it is sent, so that a ping or pong can go between them. */
  async #sendFragments(
    data: string | Uint8Array<ArrayBuffer>,
    bytes: number,
    release: () => void,
  ): Promise<boolean> {
    for (let from = 0; from < data.length; from += bytes) {
      const isLast = from + bytes >= data.length;
      const fragment =
        typeof data === 'string'
          ? data.slice(from, from + bytes)
          : data.subarray(from, from + bytes);
      if (!(await this.#connection.sendFragment?.(fragment, isLast))) return false;
    }
    // The library may still have bytes.
    if (typeof data === 'string') release();
    return true;
  }
}
