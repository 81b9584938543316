import type { MeteredConnection } from '../metered-connection.ts';
import type { Reader, UnreadAnswers } from '../unread-answers.ts';

interface Waiting {
  readonly bytes: number;
  readonly serve: () => void;
}

/** About what a waiting message costs besides its text. */
const BYTES_OF_ONE = 256;

/** The messages of one client, in order. While it leaves too many answers unread, its messages wait. */
export class Inbox {
  readonly #connection: MeteredConnection;
  readonly #unread: UnreadAnswers;
  readonly #reader: Reader;
  readonly #mostBytes: number;
  readonly #onTooMany: () => void;
  readonly #waiting: Waiting[] = [];

  /**
   * @param mostBytes that wait here.
   * @param onTooMany is called when there would be more; the message is not served.
   */
  constructor(
    connection: MeteredConnection,
    unread: UnreadAnswers,
    reader: Reader,
    mostBytes: number,
    onTooMany: () => void,
  ) {
    this.#connection = connection;
    this.#unread = unread;
    this.#reader = reader;
    this.#mostBytes = mostBytes;
    this.#onTooMany = onTooMany;
  }

  /** Serves a message of so many bytes, at once where nothing makes it wait. */
  take(messageBytes: number, serve: () => void): void {
    if (this.#connection.closed.aborted) return;
    if (this.#waiting.length === 0 && !this.#connection.isUnread) return serve();
    const bytes = messageBytes + BYTES_OF_ONE;
    if (this.#reader.uses.requests + bytes > this.#mostBytes) return this.#onTooMany();
    this.#waiting.push({ bytes, serve });
    if (this.#waiting.length === 1) void this.#serveWhenRead();
    this.#unread.add(this.#reader, 'requests', bytes);
  }

  async #serveWhenRead(): Promise<void> {
    const { closed } = this.#connection;
    this.#connection.pause();
    for (let [next] = this.#waiting; next && !closed.aborted; [next] = this.#waiting) {
      // oxlint-disable-next-line no-unmodified-loop-condition -- a getter
      while (this.#connection.isUnread && !closed.aborted) await this.#connection.drained();
      if (closed.aborted) break;
      this.#waiting.shift();
      this.#unread.remove(this.#reader, 'requests', next.bytes);
      next.serve();
    }
    this.#waiting.length = 0;
    this.#connection.resume();
  }
}
