import { once } from 'node:events';
import { readChunkFrame } from '@holbench/protocol/chunk-frame';
import type { CoValueText, Mutation } from '@holbench/protocol/covalue';
import { LabError } from '@holbench/protocol/errors';
import { Failed, FileBegin, type UpMessage, Welcome } from '@holbench/protocol/messages';
import { parseJson } from '@holbench/protocol/parse';
import { WebSocket } from 'ws';
import { startWebSocket } from '../start-web-socket.ts';
import { EventInbox } from './event-inbox.ts';
import type { SerialClient } from './serial-client.ts';

const LINE_BREAK = 10;
/** What encloses the payload, beside the beginning of the message. */
const LOADED = '"covalue":}';
const EVENT = '{"type":"event",';

/** The operation whose answer has not come. */
interface Pending extends PromiseWithResolvers<number> {
  readonly requestId: number;
  /** How its answer begins. */
  readonly begin: string;
  /** Bytes of the answer around its payload, which HTTP does not have. */
  readonly enclosing: number;
  /** Null for any but a download. */
  readonly file: { received: number; bytes: number; readonly onFirstByte: () => void } | null;
}

/** A serial client over one WebSocket. The lab's own certificates are not verified. */
export class WebSocketSerialClient implements SerialClient {
  readonly protocol = 'websocket';
  readonly #webSocket: WebSocket;
  readonly #events = new EventInbox();
  readonly #closed: Promise<void>;
  #pending: Pending | null = null;
  #nextId = 1;
  #acknowledges = false;
  #reason: Error | null = null;

  private constructor(webSocket: WebSocket) {
    this.#webSocket = webSocket;
    webSocket.on('message', (bytes: Buffer<ArrayBuffer>, isBinary: boolean) => {
      try {
        if (isBinary) this.#receiveChunk(bytes);
        else this.#receiveLines(bytes);
      } catch (error) {
        this.#end(error instanceof Error ? error : new Error(String(error)));
      }
    });
    webSocket.on('error', (error) => (this.#reason ??= error));
    this.#closed = new Promise((resolve) => {
      webSocket.once('close', (code) => {
        this.#end(new Error(`the server closed the connection (${code})`));
        resolve();
      });
    });
  }

  /** @throws Error when the server refuses the upgrade; its status is in the message. */
  static async open(origin: string): Promise<WebSocketSerialClient> {
    const webSocket = await startWebSocket(origin);
    const client = new WebSocketSerialClient(webSocket);
    await once(webSocket, 'open');
    return client;
  }

  list(): Promise<number> {
    return this.#operate('listed', (requestId) => ({ type: 'list', requestId }));
  }

  load(id: string): Promise<number> {
    return this.#operate('loaded', (requestId) => ({ type: 'load', requestId, id }));
  }

  create(text: CoValueText): Promise<number> {
    return this.#operate('created', (requestId) => ({ type: 'create', requestId, text }));
  }

  mutate(id: string, mutation: Mutation): Promise<number> {
    return this.#operate('mutated', (requestId) => ({ type: 'mutate', requestId, id, mutation }));
  }

  async subscribe(id: string): Promise<void> {
    await this.#operate('subscribed', (requestId) => ({ type: 'subscribe', requestId, id }));
  }

  nextEvent(): Promise<number> {
    return this.#events.next();
  }

  download(id: string, onFirstByte: () => void): Promise<number> {
    const request = (requestId: number) => ({ type: 'loadFile', requestId, id }) as const;
    return this.#operate('fileBegin', request, onFirstByte);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end(new Error('this client has closed the connection'));
    await this.#closed;
  }

  #operate(
    answer: string,
    request: (requestId: number) => UpMessage,
    onFirstByte: (() => void) | null = null,
  ): Promise<number> {
    if (this.#pending) return Promise.reject(new Error('an operation is open already'));
    if (this.#webSocket.readyState !== WebSocket.OPEN) {
      return Promise.reject(this.#reason ?? new Error('the connection is closing'));
    }
    const requestId = this.#nextId++;
    const begin = `{"type":"${answer}","requestId":${requestId},`;
    this.#pending = {
      ...Promise.withResolvers<number>(),
      requestId,
      begin,
      enclosing: begin.length + (answer === 'loaded' ? LOADED.length : -1),
      file: onFirstByte && { received: 0, bytes: 0, onFirstByte },
    };
    this.#webSocket.send(JSON.stringify(request(requestId)));
    return this.#pending.promise;
  }

  /** One message, or a batch. */
  #receiveLines(bytes: Buffer): void {
    let at = 0;
    for (let end; (end = bytes.indexOf(LINE_BREAK, at)) >= 0; at = end + 1) {
      this.#receive(bytes.subarray(at, end));
    }
    this.#receive(at === 0 ? bytes : bytes.subarray(at));
  }

  #receive(line: Buffer): void {
    const pending = this.#pending;
    if (pending && line.toString('latin1', 0, pending.begin.length) === pending.begin) {
      if (!pending.file) this.#resolve(pending, line.length - pending.enclosing);
      else pending.file.bytes = parseJson(FileBegin, line.toString('utf8')).file.bytes;
      return;
    }
    const json = line.toString('utf8');
    if (json.startsWith(EVENT)) return this.#events.add(line.length - EVENT.length + 1);
    if (json.startsWith('{"type":"failed"')) return this.#receiveFailure(json);
    if (!json.startsWith('{"type":"welcome"')) {
      throw new Error(`an unexpected message: ${json.slice(0, 100)}`);
    }
    this.#acknowledges = parseJson(Welcome, json).bulkWindowBytes !== null;
  }

  #receiveChunk(frame: Buffer<ArrayBuffer>): void {
    const { requestId, index, bytes } = readChunkFrame(frame);
    const pending = this.#pending;
    if (pending?.requestId !== requestId || !pending.file) {
      throw new Error(`a chunk of request ${requestId}, which awaits none`);
    }
    const { file } = pending;
    if (this.#acknowledges) {
      const message: UpMessage = { type: 'chunkReceived', requestId, index };
      this.#webSocket.send(JSON.stringify(message));
    }
    if (file.received === 0) file.onFirstByte();
    file.received += bytes.length;
    if (file.received > file.bytes) {
      throw new Error(`${file.received} of ${file.bytes} announced bytes`);
    }
    if (file.received === file.bytes) this.#resolve(pending, file.received);
  }

  #receiveFailure(json: string): void {
    const { requestId, error, message } = parseJson(Failed, json);
    const pending = this.#pending;
    if (pending?.requestId !== requestId) throw new LabError(error, message);
    this.#pending = null;
    pending.reject(new LabError(error, message));
  }

  #resolve(pending: Pending, bytes: number): void {
    this.#pending = null;
    pending.resolve(bytes);
  }

  /** Closes the connection, and fails what is open. The first reason counts. */
  #end(error: Error): void {
    this.#reason ??= error;
    this.#webSocket.terminate();
    this.#pending?.reject(this.#reason);
    this.#pending = null;
    this.#events.end(this.#reason);
  }
}
