import type { Connection, SendResult } from '../connection.ts';
import type { Reader, UnreadAnswers } from '../unread-answers.ts';

/** RFC 6455's registry: try again later. */
const TRY_AGAIN_LATER = 1013;

/** Counts what is handed to a full connection and waits for its client. */
export class MeteredConnection implements Connection {
  readonly #below: Connection;
  readonly closed: AbortSignal;
  readonly #unread: UnreadAnswers;
  readonly #reader: Reader;
  #isDraining = false;

  constructor(below: Connection, unread: UnreadAnswers) {
    this.#below = below;
    this.closed = below.closed;
    this.#unread = unread;
    const close = (): void => below.close(TRY_AGAIN_LATER, 'too many bytes of answers are unread');
    this.#reader = { unreadBytes: 0, hasGone: false, close };
    below.closed.addEventListener('abort', () => unread.remove(this.#reader), { once: true });
  }

  /** Its client should read before it gets more answers. */
  get isUnread(): boolean {
    return this.#unread.isTooMuch(this.#reader);
  }

  send(data: string | Uint8Array<ArrayBuffer>): SendResult {
    const result = this.#below.send(data);
    if (result === 'full') this.countUnread(Buffer.byteLength(data));
    return result;
  }

  /** So many bytes wait for the client, until the connection drains. */
  countUnread(bytes: number): void {
    if (!this.#isDraining) void this.#drain();
    this.#unread.add(this.#reader, bytes);
  }

  async drained(): Promise<void> {
    await this.#below.drained();
  }

  pause(): void {
    this.#below.pause?.();
  }

  resume(): void {
    this.#below.resume?.();
  }

  close(code?: number, reason?: string): void {
    this.#below.close(code, reason);
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    await this.#below.drained();
    this.#isDraining = false;
    this.#unread.remove(this.#reader);
  }
}
