import type { Connection, SendResult } from './connection.ts';
import type { Reader, UnreadAnswers } from './unread-answers.ts';

/** Counts what is handed to a full connection and waits for its client. */
export class MeteredConnection implements Connection {
  readonly #below: Connection;
  readonly closed: AbortSignal;
  readonly #unread: UnreadAnswers;
  readonly #reader: Reader;
  readonly #kind: 'answers' | 'files';
  /** Bytes that wait for the drain. */
  #waiting = 0;

  /** @param kind Files wait for their reader by themselves, chunk by chunk: they keep no answers back. */
  constructor(
    below: Connection,
    unread: UnreadAnswers,
    reader: Reader,
    kind: 'answers' | 'files' = 'answers',
  ) {
    this.#below = below;
    this.closed = below.closed;
    this.#unread = unread;
    this.#reader = reader;
    this.#kind = kind;
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

  async sendFragment(data: string | Uint8Array<ArrayBuffer>, isLast: boolean): Promise<boolean> {
    const bytes = Buffer.byteLength(data);
    this.#unread.add(this.#reader, this.#kind, bytes);
    const isOpen = await this.#below.sendFragment?.(data, isLast);
    this.#unread.remove(this.#reader, this.#kind, bytes);
    return isOpen ?? false;
  }

  /** So many bytes wait for the client, until the connection drains or closes. */
  countUnread(bytes: number): void {
    this.#unread.add(this.#reader, this.#kind, bytes);
    this.#waiting += bytes;
    if (this.#waiting === bytes) void this.#forgetWhenDrained();
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

  async #forgetWhenDrained(): Promise<void> {
    await this.#below.drained();
    this.#unread.remove(this.#reader, this.#kind, this.#waiting);
    this.#waiting = 0;
  }
}
