import type { PageSettings } from '@holbench/factors/page-settings';
import { BulkWindow } from '@holbench/protocol/flow/bulk-window';
import { type ChunkFrame, readChunkFrame } from '@holbench/protocol/chunk-frame';
import type { MutationEvent } from '@holbench/protocol/covalue';
import { DownMessage, type UpMessage, type Welcome } from '@holbench/protocol/messages';
import { parseJson } from '@holbench/protocol/parse';
import type { OnLeft } from '@holbench/scenarios/port/client-transport';
import { fromBase64 } from './base64.ts';
import { type AnswerListener, type OpenRequest, RequestTable } from './request-table.ts';
import { pageError, type TransportError } from '@holbench/scenarios/port/transport-error';
import { WebSocketConnection } from './websocket-connection.ts';

type Request = UpMessage extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'requestId'>
    : never
  : never;
type DownMessageOf<Type> = Extract<DownMessage, { type: Type }>;

/** One answer, and `performance.now()` when it was in the page. */
interface Answered<Type> {
  readonly answer: DownMessageOf<Type>;
  readonly endedAtMs: number;
  readonly protocol: Promise<string>;
}

/** Callbacks to the owner, besides answers. */
interface Events {
  readonly event: (event: MutationEvent) => void;
  /** The connection and all its open requests are lost. */
  readonly lost: (error: TransportError) => void;
}

/** The requests of one `WebSocketTransport`, and the connection that carries them. */
export class WebSocketRequests {
  readonly connection: WebSocketConnection;
  readonly #table = new RequestTable((requestId) => this.cancel(requestId));
  readonly #onEvent: (event: MutationEvent) => void;
  /** Chunks of this connection's uploads. */
  bulkWindow = new BulkWindow(null);
  /** Whether the server wants chunks of downloads acknowledged. */
  #acknowledges = false;

  /** `url` is the endpoint's, such as `wss://127.0.0.1:8441/ws`. */
  constructor(url: string, sendOrder: PageSettings['sendOrder'], { event, lost }: Events) {
    this.#onEvent = event;
    this.connection = new WebSocketConnection(url, sendOrder, {
      text: (json, atMs) => this.#receive(json, atMs),
      binary: (frame) => this.#receiveChunk(readChunkFrame(frame)),
      lost: (error) => {
        this.#table.failAll(error);
        lost(error);
      },
    });
  }

  get protocol(): Promise<string> {
    return Promise.resolve(this.connection.protocol);
  }

  /** One request with its one answer. */
  async exchange<Type extends DownMessage['type']>(
    answerType: Type,
    message: Request,
    signal: AbortSignal,
    onLeft?: OnLeft,
  ): Promise<Answered<Type>> {
    const answered = Promise.withResolvers<Answered<Type>>();
    let hasLeft = false;
    const leaving: OnLeft = (atMs) => {
      hasLeft = true;
      onLeft?.(atMs);
    };
    const listener: AnswerListener = {
      message: (message, endedAtMs) => {
        // At the latest: it is answered.
        if (!hasLeft) onLeft?.(endedAtMs);
        hasLeft = true;
        const answer = expectAnswer(answerType, message);
        answered.resolve({ answer, endedAtMs, protocol: this.protocol });
      },
    };
    const request = this.open(message, signal, listener, onLeft && leaving);
    try {
      return await Promise.race([answered.promise, request.failed]);
    } finally {
      request.close();
      if (!hasLeft) onLeft?.(null);
    }
  }

  /** Sends a request as soon as there is a connection, and listens to its answers. */
  open(
    message: Request,
    signal: AbortSignal,
    listener: AnswerListener,
    onLeft?: OnLeft,
  ): OpenRequest {
    const request = this.#table.open(signal, listener);
    const { requestId } = request;
    void this.#send(requestId, JSON.stringify({ ...message, requestId }), onLeft);
    return request;
  }

  /** Requests without an answer, and running downloads; an event stream is none after its first answer. */
  get size(): number {
    return this.#table.size;
  }

  cancel(requestId: number): void {
    const cancel: UpMessage = { type: 'cancel', requestId };
    this.connection.sendIfOpen(JSON.stringify(cancel));
  }

  async #send(requestId: number, json: string, onLeft?: OnLeft): Promise<void> {
    try {
      const { messages } = await this.connection.socket();
      if (this.#table.has(requestId)) messages.send(json, onLeft);
    } catch (error) {
      this.#table.fail(requestId, error);
    }
  }

  #receive(json: string, atMs: number): void {
    const message = parseJson(DownMessage, json);
    if (message.type === 'welcome') {
      this.#obey(message);
    } else if (message.type === 'chunk') {
      const { requestId, index, data } = message;
      this.#receiveChunk({ requestId, index, bytes: fromBase64(data) });
    } else if (message.type === 'event') {
      this.#onEvent(message);
    } else if (message.requestId !== null) {
      this.#table.message(message.requestId, message, atMs);
    }
  }

  /** The first message of each connection. */
  #obey({ batchMs, bulkWindowBytes }: Welcome): void {
    this.connection.batchFor(batchMs);
    this.bulkWindow = new BulkWindow(bulkWindowBytes);
    this.#acknowledges = bulkWindowBytes !== null;
  }

  #receiveChunk(chunk: ChunkFrame): void {
    this.#table.chunk(chunk);
    if (!this.#acknowledges) return;
    // Acknowledged also after a cancel: it is no longer in flight.
    const { requestId, index } = chunk;
    const received: UpMessage = { type: 'chunkReceived', requestId, index };
    this.connection.sendIfOpen(JSON.stringify(received));
  }
}

/** @throws TransportError `unexpected_answer` for a message of another type. */
export function expectAnswer<Type extends DownMessage['type']>(
  type: Type,
  message: DownMessage,
): DownMessageOf<Type> {
  if (isAnswer(type, message)) return message;
  throw pageError('unexpected_answer', `expected ${type}, got ${message.type}`);
}

function isAnswer<Type extends DownMessage['type']>(
  type: Type,
  message: DownMessage,
): message is DownMessageOf<Type> {
  return message.type === type;
}
