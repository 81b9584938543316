import type { Limits } from './server/limits.ts';

/** One connection, whose client may leave unread what it asked for. */
export interface Reader {
  /** Bytes that wait for it in this process: answers, and chunks of files. */
  readonly waiting: { answers: number; files: number };
  /** It has lost its connection: what waited goes with it, and is counted no more. */
  hasGone: boolean;
  /** Ends the connection, without waiting for the client. */
  readonly close: () => void;
}

export function readerOf(close: () => void): Reader {
  return { waiting: { answers: 0, files: 0 }, hasGone: false, close };
}

/**
 * The bytes that wait in one process for clients that do not read: bounded for each connection, of which no more
 * requests are read then, and in all, where the connection with the most is ended.
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

  /** Whether so many answers wait for a client that it should get no more. Files wait by themselves. */
  isTooMuch({ waiting }: Reader): boolean {
    return waiting.answers >= this.#mostOfOne;
  }

  /** So many bytes wait for a client. */
  add(reader: Reader, kind: keyof Reader['waiting'], bytes: number): void {
    if (reader.hasGone) return;
    reader.waiting[kind] += bytes;
    this.#bytes += bytes;
    this.#readers.add(reader);
    if (this.#bytes > this.#mostOfAll) this.#endTheWorst();
  }

  /** So many bytes wait no more. */
  remove(reader: Reader, kind: keyof Reader['waiting'], bytes: number): void {
    if (reader.hasGone) return;
    reader.waiting[kind] -= bytes;
    this.#bytes -= bytes;
    if (bytesOf(reader) === 0) this.#readers.delete(reader);
  }

  /** Its connection has closed. */
  forget(reader: Reader): void {
    if (reader.hasGone) return;
    this.#bytes -= bytesOf(reader);
    this.#readers.delete(reader);
    reader.hasGone = true;
  }

  #endTheWorst(): void {
    const [worst] = [...this.#readers].toSorted((a, b) => bytesOf(b) - bytesOf(a));
    if (!worst) return;
    this.forget(worst);
    worst.close();
  }
}

const bytesOf = ({ waiting }: Reader): number => waiting.answers + waiting.files;
