import type * as v from 'valibot';
import {
  CHUNK_HEADER_BYTES,
  readChunkFrame,
  writeChunkHeader,
} from '@holbench/protocol/chunk-frame';
import { ERRORS, LabError } from '@holbench/protocol/errors';
import type { CoValueId } from '@holbench/protocol/id';
import { MAX_MESSAGE_BYTES, MAX_OPEN_REQUESTS } from '@holbench/protocol/limits';
import type { Create } from '@holbench/protocol/messages/create';
import type { DownMessage } from '@holbench/protocol/messages/down';
import type { LoadFile } from '@holbench/protocol/messages/load-file';
import type { Mutate } from '@holbench/protocol/messages/mutate';
import type { Subscribe } from '@holbench/protocol/messages/subscribe';
import { UpMessage } from '@holbench/protocol/messages/up';
import { parseJson } from '@holbench/protocol/parse';
import { sendAndDrain, type Connection } from '../connection.ts';
import { EventSender } from '../event-sender.ts';
import { asLabError } from '../http/responses.ts';
import type { LabApp } from '../lab-app.ts';
import { requestIdOf } from './request-id.ts';

/** RFC 6455 §7.4.1: the peer broke a policy, here the bound on open requests or unread failures. */
const POLICY_VIOLATION = 1008;

interface OpenRequest {
  /** Aborted by `cancel`, or when the connection has gone. */
  readonly cancelled: AbortController;
  /** Where its chunk frames go; null for a request that takes none. */
  uploadId: CoValueId | null;
}

/**
 * The WebSocket interface of the application: one session per connection, the same for every
 * WebSocket server, which hands it each message and sends what it is given.
 */
export class WebSocketSession {
  readonly #lab: LabApp;
  readonly #connection: Connection;
  readonly #events: EventSender;
  readonly #open = new Map<number, OpenRequest>();
  /** Failures that were said to a connection that was full, and has not drained since. */
  #unreadFailures = 0;

  constructor(lab: LabApp, connection: Connection) {
    this.#lab = lab;
    this.#connection = connection;
    this.#events = new EventSender(connection);
    connection.gone.addEventListener('abort', () => this.#end(), { once: true });
  }

  /** A text message, as UTF-8; it may be used again after the call. */
  receiveText(utf8: Uint8Array): void {
    if (!this.#isSmallEnough(utf8)) return;
    const json = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength).toString('utf8');
    let message: UpMessage;
    try {
      message = parseJson(UpMessage, json);
    } catch (error) {
      return this.#fail(requestIdOf(json), error);
    }
    if (message.type === 'cancel') return this.#open.get(message.requestId)?.cancelled.abort();
    if (this.#open.has(message.requestId)) {
      const rule = `request ${message.requestId} is open already`;
      return this.#fail(null, new LabError('invalid_message', rule));
    }
    if (this.#open.size >= MAX_OPEN_REQUESTS) {
      return this.#connection.close(POLICY_VIOLATION, `over ${MAX_OPEN_REQUESTS} open requests`);
    }
    void this.#serve(message);
  }

  /** A binary message. `frame` must outlive the call: the transport does not use it again. */
  receiveBinary(frame: Uint8Array<ArrayBuffer>): void {
    if (!this.#isSmallEnough(frame)) return;
    void this.#storeChunk(frame);
  }

  async #serve(message: Exclude<UpMessage, { type: 'cancel' }>): Promise<void> {
    const { requestId } = message;
    const request: OpenRequest = { cancelled: new AbortController(), uploadId: null };
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
    } catch (error) {
      this.#fail(requestId, error);
    } finally {
      // An upload stays open for its chunk frames: `#storeChunk` or `cancel` ends it.
      if (!request.uploadId) this.#open.delete(requestId);
    }
  }

  async #sendFile(
    { requestId, id }: v.InferOutput<typeof LoadFile>,
    { cancelled }: OpenRequest,
  ): Promise<void> {
    const { file, chunks } = this.#lab.loadFile(id, CHUNK_HEADER_BYTES);
    await this.#send({ type: 'fileBegin', requestId, file });
    for await (const { index, frame } of chunks) {
      if (cancelled.signal.aborted) return this.#lab.countBrokenTransfer();
      writeChunkHeader(frame, requestId, index);
      const alive = await sendAndDrain(this.#connection, frame);
      if (!alive) return this.#lab.countBrokenTransfer();
    }
  }

  async #create(
    { requestId, text, file }: v.InferOutput<typeof Create>,
    request: OpenRequest,
  ): Promise<void> {
    const created = await this.#lab.create(file ? { text, file } : { text });
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

  async #storeChunk(frame: Uint8Array<ArrayBuffer>): Promise<void> {
    let requestId: number | null = null;
    try {
      const chunk = readChunkFrame(frame);
      requestId = chunk.requestId;
      const request = this.#open.get(requestId);
      if (!request?.uploadId) throw new LabError('unknown_upload', 'no upload has this requestId');
      const stored = await this.#lab.storeChunk(request.uploadId, chunk.index, chunk.bytes);
      if (stored.file) this.#endUpload(requestId);
      await this.#send({ type: 'chunkStored', requestId, ...stored });
    } catch (error) {
      this.#endUpload(requestId);
      this.#fail(requestId, error);
    }
  }

  async #mutate({ requestId, id, mutation }: v.InferOutput<typeof Mutate>): Promise<void> {
    const eventId = await this.#lab.mutate(id, mutation);
    await this.#send({ type: 'mutated', requestId, eventId });
  }

  async #sendEvents(
    { requestId, id, lastEventId }: v.InferOutput<typeof Subscribe>,
    { cancelled }: OpenRequest,
  ): Promise<void> {
    const subscription = this.#lab.subscribe(id, lastEventId);
    cancelled.signal.addEventListener('abort', () => subscription.end(), { once: true });
    if (cancelled.signal.aborted) subscription.end();
    await this.#send({ type: 'subscribed', requestId, eventId: subscription.eventId });
    for await (const event of subscription.events) {
      if (!(await this.#events.send(event.webSocket))) break;
    }
    subscription.end();
  }

  async #send(message: DownMessage): Promise<void> {
    await sendAndDrain(this.#connection, JSON.stringify(message));
  }

  /** Forgets an upload that has ended; another request's frames may have named the wrong id. */
  #endUpload(requestId: number | null): void {
    if (requestId !== null && this.#open.get(requestId)?.uploadId) this.#open.delete(requestId);
  }

  #isSmallEnough({ byteLength }: Uint8Array): boolean {
    if (byteLength <= MAX_MESSAGE_BYTES) return true;
    const rule = `a message may have ${MAX_MESSAGE_BYTES} bytes, not ${byteLength}`;
    this.#fail(null, new LabError('message_too_large', rule));
    return false;
  }

  /** Says which rule was broken, and closes the connection where the protocol demands it. */
  #fail(requestId: number | null, error: unknown): void {
    // A broken message opens no request, so nothing else bounds what a peer makes the server say.
    if (this.#unreadFailures >= MAX_OPEN_REQUESTS) {
      return this.#connection.close(POLICY_VIOLATION, `over ${MAX_OPEN_REQUESTS} unread failures`);
    }
    const { code, message } = asLabError(error);
    const failed: DownMessage = { type: 'failed', requestId, error: code, message };
    if (this.#connection.send(JSON.stringify(failed)) === 'full') {
      this.#unreadFailures++;
      void this.#connection.drained().then(() => this.#unreadFailures--);
    }
    const { close } = ERRORS[code];
    if (close !== null) this.#connection.close(close, message);
  }

  #end(): void {
    for (const { cancelled } of this.#open.values()) cancelled.abort();
    this.#open.clear();
  }
}
