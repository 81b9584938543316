import * as v from 'valibot';
import { BulkWindow } from '@holbench/protocol/flow/bulk-window';
import { readChunkFrame } from '@holbench/protocol/chunk-frame';
import type { ChunkForm } from '@holbench/protocol/chunk-form';
import { type ErrorCode, ERRORS, LabError } from '@holbench/protocol/errors';
import { type CoValueId, RequestId } from '@holbench/protocol/id';
import { MAX_MESSAGE_BYTES, MAX_OPEN_REQUESTS, messageBytes } from '@holbench/protocol/wire-limits';
import { splitBatch } from '@holbench/protocol/message-batch';
import { type DownMessage, UpMessage } from '@holbench/protocol/messages';
import { parseJson } from '@holbench/protocol/parse';
import { sendAndDrain, type Connection } from '../connection.ts';
import { EventSender } from '../event-sender.ts';
import { fromBase64 } from '../files/base64-chunks.ts';
import { asLabError } from '../http/responses.ts';
import { MeteredConnection } from '../metered-connection.ts';
import { readerOf } from '../unread-answers.ts';
import type { LabApp } from '../lab-app.ts';
import { MAX_WAITING_FILE_BYTES } from '../server/client-limits.ts';
import type { Answered } from '../server/request-log.ts';
import { BatchingConnection } from './batching-connection.ts';
import { ChunkQueue } from './chunk-queue.ts';
import { Download } from './download.ts';
import { Inbox } from './inbox.ts';
import { Pings } from './pings.ts';

/** RFC 6455 §7.4.1: a policy violation, here too many open requests or unread failures. */
const POLICY_VIOLATION = 1008;

type Up<Type extends UpMessage['type']> = Extract<UpMessage, { type: Type }>;

/** Messages that open a request; the others belong to one. */
type RequestMessage = Exclude<UpMessage, { type: 'cancel' | 'chunk' | 'chunkReceived' }>;

interface OpenRequest {
  /** Aborted by `cancel`, or when the connection has closed. */
  readonly cancelled: AbortController;
  /** Id of its upload; null for a request without chunks. */
  uploadId: CoValueId | null;
  /** Null for any other request, and where chunks are not acknowledged. */
  download: Download | null;
  /** Undefined where requests are not logged. */
  readonly answered: Answered | undefined;
}

/**
 * The WebSocket interface of the application, for every WebSocket server. Each connection has one
 * session; the server hands it every message.
 */
export class WebSocketSession {
  readonly #lab: LabApp;
  readonly #connection: MeteredConnection;
  /** The same, for chunks of files. */
  readonly #files: MeteredConnection;
  readonly #chunks: ChunkQueue;
  /** Holds back messages of a client that does not read. */
  readonly #inbox: Inbox;
  /** For small messages, which may be batched. */
  readonly #messages: Connection;
  readonly #events: EventSender;
  /** Of this connection's downloads; null where chunks are not acknowledged. */
  readonly #bulkWindow: BulkWindow | null;
  readonly #open = new Map<number, OpenRequest>();
  /** Null by default (factor `ping`). */
  readonly #pings: Pings | null;
  #downloads = 0;
  /** Failures sent to a full connection since its last drain. */
  #unreadFailures = 0;
  /** This side has closed the connection: later messages are ignored. */
  #closed = false;

  constructor(lab: LabApp, connection: Connection) {
    const { batchMs, bulkWindowBytes, pingMs } = lab.factors;
    this.#lab = lab;
    const unread = lab.unreadAnswers;
    const reader = readerOf(() => connection.terminate?.());
    connection.closed.addEventListener('abort', () => unread.forget(reader), { once: true });
    this.#connection = new MeteredConnection(connection, unread, reader);
    this.#files = new MeteredConnection(connection, unread, reader, 'files');
    this.#chunks = new ChunkQueue(this.#files, lab.factors);
    const { waitingRequestBytes } = lab.limits;
    this.#inbox = new Inbox(this.#connection, unread, reader, waitingRequestBytes, () =>
      this.#close(
        POLICY_VIOLATION,
        `over ${waitingRequestBytes} bytes of requests wait for unread answers`,
      ),
    );
    this.#messages =
      batchMs > 0 ? new BatchingConnection(this.#connection, batchMs) : this.#connection;
    this.#events = new EventSender(this.#messages);
    this.#bulkWindow = bulkWindowBytes === null ? null : new BulkWindow(bulkWindowBytes);
    this.#pings = pingMs > 0 ? new Pings(connection, pingMs, lab.pings) : null;
    const welcome: DownMessage = { type: 'welcome', batchMs, bulkWindowBytes };
    connection.send(JSON.stringify(welcome));
    connection.closed.addEventListener('abort', () => this.#end(), { once: true });
  }

  /** A text message, as UTF-8; it may be used again after the call. */
  receiveText(utf8: Uint8Array): void {
    const isRaw = this.#lab.chunkForm.encoding === 'raw';
    const most = isRaw ? MAX_MESSAGE_BYTES : messageBytes(this.#lab.factors.chunkBytes);
    if (this.#closed || !this.#isSmallEnough(utf8, most)) return;
    const text = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength).toString('utf8');
    for (const json of splitBatch(text)) {
      this.#inbox.take(json.length, () => this.#receive(json));
    }
  }

  /** A binary message. `frame` must outlive the call: the transport does not use it again. */
  receiveBinary(frame: Uint8Array<ArrayBuffer>): void {
    const most = messageBytes(this.#lab.factors.chunkBytes);
    if (this.#closed || !this.#isSmallEnough(frame, most)) return;
    this.#inbox.take(frame.byteLength, () => this.#receiveChunk(frame));
  }

  /**
   * A ping of so many bytes, which the transport answers by itself.
   * @param isFull its answer waits for the client to read.
   */
  receivePing(byteLength: number, isFull: boolean): void {
    if (this.#closed || !isFull) return;
    this.#connection.countUnread(byteLength);
    if (this.#connection.isUnread)
      this.#close(POLICY_VIOLATION, 'too many answers to pings are unread');
  }

  /** @param payload of the ping that it answers. */
  receivePong(payload: string): void {
    this.#pings?.receivePong(payload);
  }

  #receiveChunk(frame: Uint8Array<ArrayBuffer>): void {
    if (this.#closed) return;
    try {
      const { requestId, index, bytes } = readChunkFrame(frame);
      void this.#storeChunk(requestId, index, 'raw', () => bytes);
    } catch (error) {
      this.#refuse('chunk', null, error);
    }
  }

  #receive(json: string): void {
    if (this.#closed) return;
    let message: UpMessage;
    try {
      message = parseJson(UpMessage, json);
    } catch (error) {
      return this.#refuse('unknown', requestIdOf(json), error);
    }
    if (message.type === 'cancel') return this.#open.get(message.requestId)?.cancelled.abort();
    if (message.type === 'chunkReceived') return this.#acknowledge(message);
    if (message.type === 'chunk') {
      const { requestId, index, data } = message;
      return void this.#storeChunk(requestId, index, 'base64-json', () => fromBase64(data));
    }
    if (this.#open.has(message.requestId)) {
      const rule = `request ${message.requestId} is open already`;
      return this.#refuse(message.type, null, new LabError('invalid_message', rule));
    }
    if (this.#open.size >= MAX_OPEN_REQUESTS) {
      return this.#close(POLICY_VIOLATION, `over ${MAX_OPEN_REQUESTS} open requests`);
    }
    void this.#serve(message);
  }

  async #serve(message: RequestMessage): Promise<void> {
    const { requestId } = message;
    const cancelled = new AbortController();
    const answered = this.#lab.requestLog?.begin(message.type);
    const request: OpenRequest = { cancelled, uploadId: null, download: null, answered };
    this.#open.set(requestId, request);
    try {
      switch (message.type) {
        case 'list':
          await this.#send({ type: 'listed', requestId, covalues: this.#lab.list() });
          break;
        case 'load':
          await this.#send({ type: 'loaded', requestId, covalue: this.#lab.load(message.id) });
          break;
        case 'loadFile':
          await this.#sendFile(message, request);
          break;
        case 'create':
          await this.#create(message, request);
          break;
        case 'mutate':
          await this.#mutate(message);
          break;
        case 'subscribe':
          await this.#sendEvents(message, request);
          break;
      }
      const isGone = cancelled.signal.aborted || this.#connection.closed.aborted;
      answered?.(isGone ? 'cancelled' : 'ok');
    } catch (error) {
      const code = this.#fail(requestId, error);
      answered?.(code);
    } finally {
      // An upload stays open for its chunks, until `#storeChunk` or `cancel` ends it.
      if (!request.uploadId) this.#open.delete(requestId);
    }
  }

  async #sendFile({ requestId, id }: Up<'loadFile'>, request: OpenRequest): Promise<void> {
    const { limits, factors } = this.#lab;
    const most = Math.min(limits.downloads, MAX_WAITING_FILE_BYTES / factors.chunkBytes);
    if (this.#downloads + 1 > most) {
      throw new LabError('too_many', `over ${Math.floor(most)} downloads at once`);
    }
    const download = new Download(
      this.#lab,
      this.#files,
      this.#chunks,
      this.#bulkWindow,
      requestId,
    );
    if (this.#bulkWindow) request.download = download;
    this.#downloads++;
    try {
      await download.send(id, request.cancelled.signal);
    } finally {
      this.#downloads--;
    }
  }

  /** An acknowledgement that breaks a rule ends its download. */
  #acknowledge({ requestId, index }: Up<'chunkReceived'>): void {
    const request = this.#open.get(requestId);
    try {
      if (!request?.download) {
        throw new LabError('unknown_download', 'no download with this requestId is acknowledged');
      }
      request.download.acknowledge(index);
    } catch (error) {
      if (request?.download) request.cancelled.abort();
      this.#fail(requestId, error);
    }
  }

  async #create({ requestId, text, file }: Up<'create'>, request: OpenRequest): Promise<void> {
    const { bulkWindowBytes } = this.#lab.factors;
    const created = await this.#lab.create(file ? { text, file } : { text }, bulkWindowBytes, this);
    if (file) {
      request.uploadId = created.id;
      const abandon = (): void => {
        this.#open.delete(requestId);
        void this.#lab.abandonUpload(created.id);
      };
      request.cancelled.signal.addEventListener('abort', abandon, { once: true });
      if (request.cancelled.signal.aborted) return abandon();
    }
    await this.#send({ type: 'created', requestId, ...created });
  }

  async #storeChunk(
    requestId: number,
    index: number,
    encoding: ChunkForm['encoding'],
    decode: () => Uint8Array<ArrayBuffer>,
  ): Promise<void> {
    const answered = this.#lab.requestLog?.begin('chunk');
    // A chunk may fail when its upload has been cancelled, and its id belongs to another request.
    const upload = this.#open.get(requestId);
    try {
      const uploadId = upload?.uploadId;
      if (!uploadId) throw new LabError('unknown_upload', 'no upload has this requestId');
      const stored = await this.#lab.storeChunk(uploadId, index, () => {
        if (encoding === this.#lab.chunkForm.encoding) return decode();
        throw new LabError('invalid_message', `chunks must be ${this.#lab.chunkForm.encoding}`);
      });
      if (stored.file) this.#endUpload(requestId, upload);
      await this.#send({ type: 'chunkStored', requestId, ...stored });
      answered?.(this.#connection.closed.aborted ? 'cancelled' : 'ok');
    } catch (error) {
      this.#endUpload(requestId, upload);
      const code = this.#fail(requestId, error);
      answered?.(code);
    }
  }

  async #mutate({ requestId, id, mutation }: Up<'mutate'>): Promise<void> {
    const eventId = await this.#lab.mutate(id, mutation);
    await this.#send({ type: 'mutated', requestId, eventId });
  }

  async #sendEvents(
    { requestId, id, lastEventId }: Up<'subscribe'>,
    { cancelled, answered }: OpenRequest,
  ): Promise<void> {
    const subscription = this.#lab.subscribe(id, lastEventId);
    cancelled.signal.addEventListener('abort', () => subscription.end(), { once: true });
    if (cancelled.signal.aborted) subscription.end();
    await this.#send({ type: 'subscribed', requestId, eventId: subscription.eventId });
    // Not when it ends: its events are no part of the answer.
    answered?.(cancelled.signal.aborted ? 'cancelled' : 'ok');
    for await (const event of subscription.events) {
      if (!(await this.#events.send(event.webSocket))) break;
    }
    subscription.end();
  }

  /** Not `async`: what waits for a client must not hold the message as well. */
  #send(message: DownMessage): Promise<boolean> {
    return sendAndDrain(this.#messages, JSON.stringify(message));
  }

  /** Forgets an upload that has ended; frames may have named another request's id. */
  #endUpload(requestId: number, upload: OpenRequest | undefined): void {
    if (upload?.uploadId && this.#open.get(requestId) === upload) this.#open.delete(requestId);
  }

  #isSmallEnough({ byteLength }: Uint8Array, most: number): boolean {
    if (byteLength <= most) return true;
    const rule = `a message may have ${most} bytes, not ${byteLength}`;
    this.#refuse('unknown', null, new LabError('message_too_large', rule));
    return false;
  }

  /** Fails a message that opened no request. */
  #refuse(operation: string, requestId: number | null, error: unknown): void {
    const answered = this.#lab.requestLog?.begin(operation);
    const code = this.#fail(requestId, error);
    answered?.(code);
  }

  /**
   * Says which rule was broken, and closes the connection where the protocol demands it.
   * @returns the rule's code.
   */
  #fail(requestId: number | null, error: unknown): ErrorCode {
    const { code, message } = asLabError(error);
    // A broken message opens no request, so only this bounds the failures that a peer can cause.
    if (this.#unreadFailures >= MAX_OPEN_REQUESTS) {
      this.#close(POLICY_VIOLATION, `over ${MAX_OPEN_REQUESTS} unread failures`);
      return code;
    }
    const failed: DownMessage = { type: 'failed', requestId, error: code, message };
    if (this.#messages.send(JSON.stringify(failed)) === 'full') {
      this.#unreadFailures++;
      void this.#messages.drained().then(() => this.#unreadFailures--);
    }
    const { close } = ERRORS[code];
    if (close !== null) this.#close(close, message);
    return code;
  }

  #close(code: number, reason: string): void {
    this.#closed = true;
    this.#messages.close(code, reason);
  }

  #end(): void {
    for (const { cancelled, download } of this.#open.values()) {
      cancelled.abort();
      download?.abandon();
    }
    this.#open.clear();
  }
}

const WithRequestId = v.object({ requestId: RequestId });

/** The request id in an otherwise invalid message, so that the answer can name it; or null. */
function requestIdOf(json: string): number | null {
  try {
    const result = v.safeParse(WithRequestId, JSON.parse(json));
    return result.success ? result.output.requestId : null;
  } catch {
    return null;
  }
}
