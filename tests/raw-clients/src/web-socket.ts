import { once } from 'node:events';
import {
  CHUNK_HEADER_BYTES,
  type ChunkFrame,
  readChunkFrame,
  writeChunkHeader,
} from '@holbench/protocol/chunk-frame';
import type {
  CoValue,
  CoValueSummary,
  CoValueText,
  FileDeclaration,
  Mutation,
} from '@holbench/protocol/covalue';
import { splitBatch } from '@holbench/protocol/message-batch';
import { DownMessage } from '@holbench/protocol/messages';
import { parseJson } from '@holbench/protocol/parse';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import type { WebSocket } from 'ws';
import type { RawClient, RawDownload, RawUpload } from './raw-client.ts';
import { startWebSocket } from './start-web-socket.ts';

type DownMessageOf<Type> = Extract<DownMessage, { type: Type }>;

/** A chunk of a download. `isText` says that it came in the encoding `base64-json`. */
interface ReceivedChunk {
  readonly requestId: number;
  readonly index: number;
  readonly length: number;
  readonly isText: boolean;
}

/** Longest wait for an answer, in milliseconds, unless told otherwise. */
export const TIMEOUT_MS = 10_000;

/**
 * A raw client over one WebSocket, which also sends invalid messages. The lab's own certificates
 * are not verified.
 */
export class RawWebSocket implements RawClient {
  readonly messages: DownMessage[] = [];
  /** In the order of their arrival. */
  readonly chunks: ReceivedChunk[] = [];
  /** Whether it acknowledges each chunk, like a page with a bulk window. */
  acknowledges = false;
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #webSocket: WebSocket;
  readonly #timeoutMs: number;
  #received = Promise.withResolvers<void>();
  #nextId = 1;

  private constructor(webSocket: WebSocket, timeoutMs: number) {
    this.#webSocket = webSocket;
    this.#timeoutMs = timeoutMs;
    this.closed = new Promise((resolve) => {
      webSocket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    webSocket.on('error', () => {});
    webSocket.on('message', (bytes: Buffer<ArrayBuffer>, isBinary: boolean) => {
      if (isBinary) this.#receiveChunk(readChunkFrame(bytes), false);
      else for (const json of splitBatch(bytes.toString('utf8'))) this.#receive(json);
      this.#received.resolve();
      this.#received = Promise.withResolvers();
    });
  }

  /** @throws Error when the server refuses the upgrade; its status is in the message. */
  static async open(
    origin: string,
    { subprotocol = WEBSOCKET_SUBPROTOCOL, timeoutMs = TIMEOUT_MS } = {},
  ): Promise<RawWebSocket> {
    const webSocket = await startWebSocket(origin, subprotocol);
    const raw = new RawWebSocket(webSocket, timeoutMs);
    await once(webSocket, 'open');
    return raw;
  }

  /** A text message: JSON, or raw bytes. */
  sendText(message: object): void {
    const isBytes = message instanceof Uint8Array;
    this.#webSocket.send(isBytes ? message : JSON.stringify(message), { binary: false });
  }

  sendBinary(bytes: Uint8Array): void {
    this.#webSocket.send(bytes, { binary: true });
  }

  sendChunk(requestId: number, index: number, chunk: Uint8Array): void {
    const frame = new Uint8Array(CHUNK_HEADER_BYTES + chunk.byteLength);
    writeChunkHeader(frame, requestId, index);
    frame.set(chunk, CHUNK_HEADER_BYTES);
    this.sendBinary(frame);
  }

  /**
   * Resolves with the first message of this type (and request), now or later.
   * @throws Error when the request fails, the connection closes or the time limit passes.
   */
  async message<Type extends DownMessage['type']>(
    type: Type,
    requestId?: number | null,
  ): Promise<DownMessageOf<Type>> {
    const isWanted = (message: DownMessage): message is DownMessageOf<Type> =>
      message.type === type &&
      (requestId === undefined || ('requestId' in message && message.requestId === requestId));
    return this.#until(() => {
      const found = this.messages.find(isWanted);
      const failed = this.messages.find(
        (message) => message.type === 'failed' && message.requestId === requestId,
      );
      if (!found && failed?.type === 'failed') {
        throw new Error(`${failed.error}: ${failed.message}`);
      }
      return found;
    }, `no ${type}`);
  }

  stopReading(): void {
    this.#webSocket.pause();
  }

  async list(): Promise<readonly CoValueSummary[]> {
    const { covalues } = await this.#answer('listed', { type: 'list' });
    return covalues;
  }

  async load(id: string): Promise<CoValue> {
    return (await this.#answer('loaded', { type: 'load', id })).covalue;
  }

  async create(text: CoValueText): Promise<string> {
    return (await this.#answer('created', { type: 'create', text })).id;
  }

  async mutate(id: string, mutation: Mutation): Promise<number> {
    return (await this.#answer('mutated', { type: 'mutate', id, mutation })).eventId;
  }

  async download(id: string): Promise<RawDownload> {
    this.acknowledges = (await this.message('welcome')).bulkWindowBytes !== null;
    const begun = await this.#answer('fileBegin', { type: 'loadFile', id });
    const { requestId, file, chunkBytes, encoding } = begun;
    const chunks = await this.#until(() => {
      const received = this.chunks.filter((chunk) => chunk.requestId === requestId);
      const bytes = received.reduce((sum, { length }) => sum + length, 0);
      return bytes >= file.bytes ? received : undefined;
    }, 'the file did not come');
    return {
      loaded: { file, chunkBytes, encoding },
      chunks: chunks.map(({ length }) => length),
      isBase64: chunks.every(({ isText }) => isText),
    };
  }

  async stallDownloads(id: string, count: number): Promise<void> {
    const request = { type: 'loadFile', id };
    await Promise.all(Array.from({ length: count }, () => this.#answer('fileBegin', request)));
    this.stopReading();
  }

  async stallEvents(id: string): Promise<void> {
    await this.#answer('subscribed', { type: 'subscribe', id });
    this.stopReading();
  }

  async events(id: string, lastEventId: number, count: number): Promise<number[]> {
    this.sendText({ type: 'subscribe', requestId: this.#nextId++, id, lastEventId });
    return this.#until(() => {
      const events = this.messages.filter((message) => message.type === 'event');
      const ids = events.map(({ eventId }) => eventId);
      return ids.length >= count ? ids : undefined;
    }, `fewer than ${count} events`);
  }

  async upload(text: CoValueText, file: FileDeclaration): Promise<RawUpload> {
    const created = await this.#answer('created', { type: 'create', text, file });
    const { id, requestId, upload: terms } = created;
    if (!terms) throw new Error('the server sent no upload terms');
    return {
      id,
      terms,
      store: async (index, chunk) => {
        const before = this.messages.length;
        if (terms.encoding === 'raw') this.sendChunk(requestId, index, chunk);
        else {
          const data = Buffer.from(chunk).toString('base64');
          this.sendText({ type: 'chunk', requestId, index, data });
        }
        const isAnswer = (message: DownMessage): boolean =>
          'requestId' in message &&
          message.requestId === requestId &&
          (message.type === 'failed' ||
            (message.type === 'chunkStored' && message.index === index));
        const answer = await this.#until(
          () => this.messages.slice(before).find(isAnswer),
          `no answer to chunk ${index}`,
        );
        return answer.type === 'failed' ? answer.error : null;
      },
      giveUp: async () => this.sendText({ type: 'cancel', requestId }),
    };
  }

  /** Leaves without a close frame, as a crashed client does. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#webSocket.terminate();
  }

  async #answer<Type extends DownMessage['type']>(
    type: Type,
    request: object,
  ): Promise<DownMessageOf<Type>> {
    const requestId = this.#nextId++;
    this.sendText({ ...request, requestId });
    return this.message(type, requestId);
  }

  /** @throws Error saying `missing` when the connection has closed, or after the time limit. */
  async #until<Found>(find: () => Found | undefined, missing: string): Promise<Found> {
    const ended = Promise.withResolvers<'ended'>();
    const timer = setTimeout(() => ended.resolve('ended'), this.#timeoutMs);
    try {
      for (;;) {
        const found = find();
        if (found !== undefined) return found;
        const next = this.#received.promise;
        if ((await Promise.race([next, this.closed, ended.promise])) !== undefined) {
          throw new Error(`${missing} among ${JSON.stringify(this.messages.slice(-10))}`);
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #receive(json: string): void {
    const message = parseJson(DownMessage, json);
    if (message.type !== 'chunk') return void this.messages.push(message);
    const { requestId, index, data } = message;
    const bytes = new Uint8Array(Buffer.from(data, 'base64'));
    this.#receiveChunk({ requestId, index, bytes }, true);
  }

  #receiveChunk({ requestId, index, bytes }: ChunkFrame, isText: boolean): void {
    this.chunks.push({ requestId, index, length: bytes.byteLength, isText });
    if (this.acknowledges) this.sendText({ type: 'chunkReceived', requestId, index });
  }
}
