import type { MeteredConnection } from '../metered-connection.ts';

interface Waiting {
  readonly bytes: number;
  readonly serve: () => void;
}

/** The messages of one client, in order. While it leaves too many answers unread, its messages wait. */
export class Inbox {
  readonly #connection: MeteredConnection;
  readonly #mostBytes: number;
  readonly #onTooMany: () => void;
  readonly #waiting: Waiting[] = [];
  #bytes = 0;

  /**
   * @param mostBytes that wait here.
   * @param onTooMany is called when there would be more; the message is not served.
   */
  constructor(connection: MeteredConnection, mostBytes: number, onTooMany: () => void) {
    this.#connection = connection;
    this.#mostBytes = mostBytes;
    this.#onTooMany = onTooMany;
  }

  /** Serves a message of so many bytes, at once where nothing makes it wait. */
  take(bytes: number, serve: () => void): void {
    if (this.#connection.closed.aborted) return;
    if (this.#waiting.length === 0 && !this.#connection.isUnread) return serve();
    if (this.#bytes + bytes > this.#mostBytes) return this.#onTooMany();
    this.#bytes += bytes;
    if (this.#waiting.push({ bytes, serve }) === 1) void this.#serveWhenRead();
  }

  async #serveWhenRead(): Promise<void> {
    const { closed } = this.#connection;
    this.#connection.pause();
    for (let [next] = this.#waiting; next && !closed.aborted; [next] = this.#waiting) {
      // oxlint-disable-next-line no-unmodified-loop-condition -- a getter
      while (this.#connection.isUnread && !closed.aborted) await this.#connection.drained();
      if (closed.aborted) break;
      this.#waiting.shift();
      this.#bytes -= next.bytes;
      next.serve();
    }
    this.#waiting.length = 0;
    this.#connection.resume();
  }
}
