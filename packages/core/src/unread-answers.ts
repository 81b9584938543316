import type { Limits } from './server/limits.ts';

/** One connection, whose client may leave its answers unread. */
export interface Reader {
  /** Bytes of answers that wait for it in this process. */
  unreadBytes: number;
  /** It has lost its connection: what waited goes with it, and is counted no more. */
  hasGone: boolean;
  /** Ends the connection, without waiting for the client. */
  readonly close: () => void;
}

/**
 * The bytes of answers that wait in one process for clients that do not read: bounded for each connection, of
 * which no more requests are read then, and in all, where the connection with the most is ended.
 */
export class UnreadAnswers {
  readonly #mostOfOne: number;
  readonly #mostOfAll: number;
  #bytes = 0;
  /** Those for whom something waits. */
  readonly #readers = new Set<Reader>();

  constructor({ unreadBytes, allUnreadBytes }: Pick<Limits, 'unreadBytes' | 'allUnreadBytes'>) {
    this.#mostOfOne = unreadBytes;
    this.#mostOfAll = allUnreadBytes;
  }

  /** Whether so much waits for a client that it should get no more answers. */
  isTooMuch({ unreadBytes }: Reader): boolean {
    return unreadBytes >= this.#mostOfOne;
  }

  /** An answer of so many bytes waits for a client. */
  add(reader: Reader, bytes: number): void {
    if (reader.hasGone) return;
    reader.unreadBytes += bytes;
    this.#bytes += bytes;
    this.#readers.add(reader);
    if (this.#bytes > this.#mostOfAll) this.#endTheWorst();
  }

  /** So many bytes wait no more. */
  remove(reader: Reader, bytes = reader.unreadBytes): void {
    if (reader.hasGone) return;
    reader.unreadBytes -= bytes;
    this.#bytes -= bytes;
    if (reader.unreadBytes === 0) this.#readers.delete(reader);
  }

  #endTheWorst(): void {
    const [worst] = [...this.#readers].toSorted((a, b) => b.unreadBytes - a.unreadBytes);
    if (!worst) return;
    this.remove(worst);
    worst.hasGone = true;
    worst.close();
  }
}
