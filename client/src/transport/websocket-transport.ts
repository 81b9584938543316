import { BulkWindow } from '@holbench/protocol/bulk-window';
import {
  CHUNK_HEADER_BYTES,
  type ChunkFrame,
  readChunkFrame,
  writeChunkHeader,
} from '@holbench/protocol/chunk-frame';
import type { ChunkForm } from '@holbench/protocol/chunk-form';
import type { CoValue, CoValueText, Mutation } from '@holbench/protocol/covalue';
import type { FileInfo, MutationEvent } from '@holbench/protocol/covalue';
import type { CoValueId } from '@holbench/protocol/id';
import { chunkCount, chunkLength } from '@holbench/protocol/limits';
import type { CreatedCoValue, StoredChunk } from '@holbench/protocol/messages/create';
import { DownMessage } from '@holbench/protocol/messages/down';
import type { CoValueList } from '@holbench/protocol/messages/list';
import type { UpMessage } from '@holbench/protocol/messages/up';
import type { Welcome } from '@holbench/protocol/messages/welcome';
import { parseJson } from '@holbench/protocol/parse';
import { backOffMs } from './back-off.ts';
import { fromBase64, toBase64 } from './base64.ts';
import type {
  ClientTransport,
  Completed,
  FileSource,
  OnBytes,
  Subscription,
} from '@holbench/scenarios/port/client-transport';
import { checkStored } from './check-stored.ts';
import { DownloadCheck, prepareDownloadChecks } from './download-check.ts';
import { type AnswerListener, type OpenRequest, RequestTable } from './request-table.ts';
import { pageError, type TransportError } from '@holbench/scenarios/port/transport-error';
import { sendInWindow } from './upload-window.ts';
import { utf8Bytes } from './utf8.ts';
import { WebSocketConnection } from './websocket-connection.ts';

type Request = UpMessage extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'requestId'>
    : never
  : never;
type Answer<Type> = Extract<DownMessage, { type: Type }>;

interface LiveSubscription {
  readonly id: CoValueId;
  readonly onEvent: (event: MutationEvent) => void;
  lastEventId: number;
  /** The request that it stands on; another one after each reconnect. */
  requestId: number;
}

/** One WebSocket for everything: JSON messages, and chunks. */
export class WebSocketTransport implements ClientTransport {
  readonly #connection: WebSocketConnection;
  readonly #requests = new RequestTable((requestId) => this.#cancel(requestId));
  readonly #subscriptions = new Set<LiveSubscription>();
  /** Chunks of this connection's uploads. */
  #bulkWindow = new BulkWindow(null);
  /** Whether the server wants to know which chunks of downloads have come. */
  #acknowledges = false;
  /** Connections tried since a subscription last stood. */
  #attempts = 0;
  /** One attempt at a time: a loss during its wait must not subscribe twice. */
  #resubscribing = false;

  /** `url` is the endpoint's, such as `wss://127.0.0.1:8441/ws`. */
  constructor(url: string) {
    this.#connection = new WebSocketConnection(url, {
      text: (json, atMs) => this.#receive(json, atMs),
      binary: (frame) => this.#receiveChunk(readChunkFrame(frame)),
      lost: (error) => {
        this.#requests.failAll(error);
        if (this.#subscriptions.size > 0 && !this.#resubscribing) void this.#resubscribe();
      },
    });
  }

  // Text

  async list(signal: AbortSignal): Promise<Completed<CoValueList['covalues']>> {
    const listed = await this.#exchange('listed', { type: 'list' }, signal);
    return { ...listed, value: listed.value.covalues };
  }

  async load(id: CoValueId, signal: AbortSignal): Promise<Completed<CoValue>> {
    const loaded = await this.#exchange('loaded', { type: 'load', id }, signal);
    return { ...loaded, value: loaded.value.covalue };
  }

  async create(text: CoValueText, signal: AbortSignal): Promise<Completed<CoValueId>> {
    const request = { type: 'create', text } as const;
    const created = await this.#exchange('created', request, signal);
    return { ...created, value: created.value.id, bytes: utf8Bytes(JSON.stringify({ text })) };
  }

  async mutate(id: CoValueId, mutation: Mutation, signal: AbortSignal): Promise<Completed<number>> {
    const request = { type: 'mutate', id, mutation } as const;
    const mutated = await this.#exchange('mutated', request, signal);
    const bytes = utf8Bytes(JSON.stringify(mutation));
    return { ...mutated, value: mutated.value.eventId, bytes };
  }

  // Files

  async loadFile(
    id: CoValueId,
    signal: AbortSignal,
    onBytes: OnBytes = () => {},
  ): Promise<Completed<FileInfo>> {
    const check = await DownloadCheck.begin();
    const whole = Promise.withResolvers<FileInfo>();
    let file: FileInfo | null = null;
    const request = this.#open({ type: 'loadFile', id }, signal, {
      message: (message) => {
        file = expectAnswer('fileBegin', message).file;
      },
      chunk: ({ bytes }) => {
        if (!file) throw pageError('unexpected_answer', 'a chunk came before its fileBegin');
        check.add(bytes);
        onBytes(bytes.byteLength);
        if (check.bytes < file.bytes) return;
        check.finish(file);
        whole.resolve(file);
      },
    });
    try {
      const value = await Promise.race([whole.promise, request.failed]);
      const endedAtMs = check.lastByteAtMs;
      return { value, bytes: check.bytes, endedAtMs, protocol: this.#protocol() };
    } finally {
      request.close();
    }
  }

  prepareDownloads = prepareDownloadChecks;

  async createWithFile(
    text: CoValueText,
    source: FileSource,
    signal: AbortSignal,
    onBytes: OnBytes = () => {},
  ): Promise<Completed<CoValueId>> {
    const file = source.declaration;
    const created = Promise.withResolvers<CreatedCoValue>();
    const unacknowledged = new Map<number, PromiseWithResolvers<StoredChunk>>();
    let endedAtMs = 0;
    const request = this.#open({ type: 'create', text, file }, signal, {
      message: (message, atMs) => {
        if (message.type === 'created') return created.resolve(message);
        const stored = expectAnswer('chunkStored', message);
        endedAtMs = atMs;
        unacknowledged.get(stored.index)?.resolve(stored);
        unacknowledged.delete(stored.index);
      },
    });

    const ended = new AbortController();
    const upload = async (): Promise<CoValueId> => {
      const { id, upload: terms } = await created.promise;
      if (!terms) throw pageError('unexpected_answer', 'the server wants no file');
      const { windowChunks, chunkBytes, encoding } = terms;
      const { socket } = await this.#connection.socket();
      const window = this.#bulkWindow;
      const stored = await sendInWindow(
        chunkCount(file.bytes, chunkBytes),
        windowChunks,
        async (index) => {
          const length = chunkLength(file.bytes, index, chunkBytes);
          if (!(await window.enter(length, ended.signal))) throw uploadEnded();
          const acknowledged = Promise.withResolvers<StoredChunk>();
          unacknowledged.set(index, acknowledged);
          try {
            const chunk = source.chunk(index, chunkBytes);
            socket.send(encodeChunk(encoding, request.requestId, index, chunk));
            const stored = await acknowledged.promise;
            onBytes(length);
            return stored;
          } finally {
            window.leave(length);
          }
        },
      );
      checkStored(file, stored);
      return id;
    };
    try {
      const id = await Promise.race([upload(), request.failed]);
      return { value: id, bytes: file.bytes, endedAtMs, protocol: this.#protocol() };
    } finally {
      request.close();
      // Chunks that nobody waits for any more give their place in the window to other uploads.
      ended.abort();
      for (const { reject } of unacknowledged.values()) reject(uploadEnded());
    }
  }

  // Subscription

  async subscribe(
    id: CoValueId,
    onEvent: (event: MutationEvent) => void,
    signal: AbortSignal,
  ): Promise<Subscription> {
    const live: LiveSubscription = { id, onEvent, lastEventId: 0, requestId: 0 };
    const subscribed = Promise.withResolvers<number>();
    const request = this.#open({ type: 'subscribe', id }, signal, {
      message: (message) => {
        live.lastEventId = expectAnswer('subscribed', message).eventId;
        // Here and not later: the first event may be in the same task.
        this.#subscriptions.add(live);
        subscribed.resolve(live.lastEventId);
      },
    });
    live.requestId = request.requestId;
    try {
      const eventId = await Promise.race([subscribed.promise, request.failed]);
      const close = (): Promise<string> => {
        this.#subscriptions.delete(live);
        this.#cancel(live.requestId);
        return this.#protocol();
      };
      return { eventId, close };
    } finally {
      request.close();
    }
  }

  /** What EventSource does by itself: connects again and asks for what was missed. */
  async #resubscribe(): Promise<void> {
    this.#resubscribing = true;
    do {
      const waitMs = backOffMs(this.#attempts++);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    } while (this.#subscriptions.size > 0 && !(await this.#connects()));
    this.#resubscribing = false;
    for (const live of this.#subscriptions) {
      const { id, lastEventId } = live;
      const request = this.#open({ type: 'subscribe', id, lastEventId }, neverAborted, {
        message: (message) => {
          const { eventId } = expectAnswer('subscribed', message);
          // Lower when the server was started anew: it numbers its events from 1 again.
          live.lastEventId = Math.min(live.lastEventId, eventId);
          this.#attempts = 0;
          request.close();
        },
      });
      live.requestId = request.requestId;
    }
  }

  async #connects(): Promise<boolean> {
    return this.#connection.socket().then(
      () => true,
      () => false,
    );
  }

  // Connection

  close(): void {
    this.#subscriptions.clear();
    this.#connection.close();
  }

  #receive(json: string, atMs: number): void {
    const message = parseJson(DownMessage, json);
    if (message.type === 'welcome') {
      this.#obey(message);
    } else if (message.type === 'chunk') {
      const { requestId, index, data } = message;
      this.#receiveChunk({ requestId, index, bytes: fromBase64(data) });
    } else if (message.type === 'event') {
      for (const live of this.#subscriptions) {
        if (live.id !== message.id || message.eventId <= live.lastEventId) continue;
        live.lastEventId = message.eventId;
        live.onEvent(message);
      }
    } else if (message.requestId !== null) {
      this.#requests.message(message.requestId, message, atMs, json);
    }
  }

  /** The first message of each connection. */
  #obey({ batchMs, bulkWindowBytes }: Welcome): void {
    this.#connection.batchFor(batchMs);
    this.#bulkWindow = new BulkWindow(bulkWindowBytes);
    this.#acknowledges = bulkWindowBytes !== null;
  }

  #receiveChunk(chunk: ChunkFrame): void {
    this.#requests.chunk(chunk);
    if (!this.#acknowledges) return;
    // Also when nobody wants it any more: it is on its way no longer.
    const { requestId, index } = chunk;
    const received: UpMessage = { type: 'chunkReceived', requestId, index };
    this.#connection.sendIfOpen(JSON.stringify(received));
  }

  /** One request with its one answer. `bytes` are the answer's. */
  async #exchange<Type extends DownMessage['type']>(
    answerType: Type,
    message: Request,
    signal: AbortSignal,
  ): Promise<Completed<Answer<Type>>> {
    const answered = Promise.withResolvers<Completed<Answer<Type>>>();
    const request = this.#open(message, signal, {
      message: (answer, endedAtMs, json) => {
        const value = expectAnswer(answerType, answer);
        const bytes = utf8Bytes(json);
        answered.resolve({ value, bytes, endedAtMs, protocol: this.#protocol() });
      },
    });
    try {
      return await Promise.race([answered.promise, request.failed]);
    } finally {
      request.close();
    }
  }

  /** Sends a request, as soon as there is a connection, and has its answers listened to. */
  #open(message: Request, signal: AbortSignal, listener: AnswerListener): OpenRequest {
    const request = this.#requests.open(signal, listener);
    const { requestId } = request;
    void this.#send(requestId, JSON.stringify({ ...message, requestId }));
    return request;
  }

  async #send(requestId: number, json: string): Promise<void> {
    try {
      const { messages } = await this.#connection.socket();
      if (this.#requests.has(requestId)) messages.send(json);
    } catch (error) {
      this.#requests.fail(requestId, error);
    }
  }

  #cancel(requestId: number): void {
    const cancel: UpMessage = { type: 'cancel', requestId };
    this.#connection.sendIfOpen(JSON.stringify(cancel));
  }

  #protocol(): Promise<string> {
    return Promise.resolve(this.#connection.protocol);
  }
}

const neverAborted = new AbortController().signal;

function expectAnswer<Type extends DownMessage['type']>(
  type: Type,
  message: DownMessage,
): Answer<Type> {
  if (message.type === type) return message as Answer<Type>;
  throw pageError('unexpected_answer', `expected ${type}, got ${message.type}`);
}

function uploadEnded(): TransportError {
  return pageError('aborted', 'the upload has ended');
}

function encodeChunk(
  encoding: ChunkForm['encoding'],
  requestId: number,
  index: number,
  chunk: Uint8Array<ArrayBuffer>,
): string | Uint8Array<ArrayBuffer> {
  if (encoding === 'base64-json') {
    const message: UpMessage = { type: 'chunk', requestId, index, data: toBase64(chunk) };
    return JSON.stringify(message);
  }
  const frame = new Uint8Array(CHUNK_HEADER_BYTES + chunk.byteLength);
  writeChunkHeader(frame, requestId, index);
  frame.set(chunk, CHUNK_HEADER_BYTES);
  return frame;
}
