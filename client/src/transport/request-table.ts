import type { ChunkFrame } from '@holbench/protocol/chunk-frame';
import type { DownMessage } from '@holbench/protocol/messages';
import { TransportError } from '@holbench/scenarios/port/transport-error';

/** Handles the answers of a request. An error that it throws fails the request. */
export interface AnswerListener {
  /** `atMs` is `performance.now()` when the message was in the page. */
  message(message: DownMessage, atMs: number): void;
  chunk?(frame: ChunkFrame): void;
}

export interface OpenRequest {
  readonly requestId: number;
  /** Rejects with a `TransportError` when the request fails, is aborted or loses its connection. */
  readonly failed: Promise<never>;
  /** Forgets the request; later answers to it are ignored. */
  close(): void;
}

interface Entry {
  readonly listener: AnswerListener;
  readonly fail: (error: unknown) => void;
}

/** The open requests of one WebSocket, found by `requestId`. */
export class RequestTable {
  readonly #entries = new Map<number, Entry>();
  readonly #onAbort: (requestId: number) => void;
  #lastId = 0;

  /** `onAbort` is told of requests that end because their signal was aborted. */
  constructor(onAbort: (requestId: number) => void) {
    this.#onAbort = onAbort;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(requestId: number): boolean {
    return this.#entries.has(requestId);
  }

  open(signal: AbortSignal, listener: AnswerListener): OpenRequest {
    const requestId = ++this.#lastId;
    const { promise: failed, reject } = Promise.withResolvers<never>();
    // After an answer, the failure is no longer awaited.
    failed.catch(() => {});

    const close = (): void => {
      this.#entries.delete(requestId);
      signal.removeEventListener('abort', abort);
    };
    const fail = (error: unknown): void => {
      close();
      reject(TransportError.from(error));
    };
    const abort = (): void => {
      fail(signal.reason);
      this.#onAbort(requestId);
    };

    this.#entries.set(requestId, { listener, fail });
    if (signal.aborted) fail(signal.reason);
    else signal.addEventListener('abort', abort);
    return { requestId, failed, close };
  }

  /** Hands an answer to its request. Answers to cancelled requests are ignored. */
  message(requestId: number, message: DownMessage, atMs: number): void {
    const entry = this.#entries.get(requestId);
    if (!entry) return;
    if (message.type === 'failed') {
      entry.fail(new TransportError(message.error, message.message));
      return;
    }
    this.#guard(entry, () => entry.listener.message(message, atMs));
  }

  /** Hands a chunk to its request, likewise. */
  chunk(frame: ChunkFrame): void {
    const entry = this.#entries.get(frame.requestId);
    if (entry) this.#guard(entry, () => entry.listener.chunk?.(frame));
  }

  fail(requestId: number, error: unknown): void {
    this.#entries.get(requestId)?.fail(error);
  }

  /** Fails every open request: the connection is lost. */
  failAll(error: TransportError): void {
    for (const entry of this.#entries.values()) entry.fail(error);
  }

  #guard(entry: Entry, listen: () => void): void {
    try {
      listen();
    } catch (error) {
      entry.fail(error);
    }
  }
}
