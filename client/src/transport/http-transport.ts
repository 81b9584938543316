import { CoValue, type CoValueText, type Mutation } from '@holbench/protocol/covalue';
import { type FileInfo, LastEventId, MutationEvent } from '@holbench/protocol/covalue';
import { ErrorBody } from '@holbench/protocol/errors';
import type { CoValueId } from '@holbench/protocol/id';
import { chunkCount } from '@holbench/protocol/limits';
import { CreatedCoValue, StoredChunk } from '@holbench/protocol/messages/create';
import { CoValueList } from '@holbench/protocol/messages/list';
import { LOADED_FILE_HEADER, LoadedFile } from '@holbench/protocol/messages/load-file';
import { MutatedCoValue } from '@holbench/protocol/messages/mutate';
import { SSE_MUTATION, SSE_SUBSCRIBED } from '@holbench/protocol/messages/subscribe';
import { parseJson } from '@holbench/protocol/parse';
import type { GenericSchema, InferOutput } from 'valibot';
import { toBase64 } from './base64.ts';
import { ChunkLines } from './chunk-lines.ts';
import {
  type ClientTransport,
  type Completed,
  type FileSource,
  type OnBytes,
  type Subscription,
  sameProtocol,
} from '@holbench/scenarios/port/client-transport';
import { checkStored } from './check-stored.ts';
import { DownloadCheck, prepareDownloadChecks } from './download-check.ts';
import { ResourceProtocol } from './resource-protocol.ts';
import { pageError, TransportError } from '@holbench/scenarios/port/transport-error';
import { sendInWindow } from './upload-window.ts';
import { utf8Bytes } from './utf8.ts';

/** Numbers the requests of this page, so that each has an address, and a resource entry, of its own. */
let operations = 0;

/** What one read of a download's body may return at most. */
const READ_BUFFER_BYTES = 256 * 1024;

/** fetch and EventSource, over whichever HTTP the browser and the server agree on. */
export class HttpTransport implements ClientTransport {
  readonly #origin: string;
  readonly #closed = new AbortController();

  /** `origin` is the server's, such as `https://127.0.0.1:8443`. */
  constructor(origin: string) {
    this.#origin = origin;
  }

  // Text

  async list(signal: AbortSignal): Promise<Completed<CoValueList['covalues']>> {
    const listed = await this.#exchange(CoValueList, 'GET', '/covalues', null, signal);
    return { ...listed, value: listed.value.covalues };
  }

  async load(id: CoValueId, signal: AbortSignal): Promise<Completed<CoValue>> {
    return this.#exchange(CoValue, 'GET', `/covalues/${id}`, null, signal);
  }

  async create(text: CoValueText, signal: AbortSignal): Promise<Completed<CoValueId>> {
    const body = JSON.stringify({ text });
    const created = await this.#exchange(CreatedCoValue, 'POST', '/covalues', body, signal);
    return { ...created, value: created.value.id, bytes: utf8Bytes(body) };
  }

  async mutate(id: CoValueId, mutation: Mutation, signal: AbortSignal): Promise<Completed<number>> {
    const body = JSON.stringify(mutation);
    const mutated = await this.#exchange(MutatedCoValue, 'PATCH', `/covalues/${id}`, body, signal);
    return { ...mutated, value: mutated.value.eventId, bytes: utf8Bytes(body) };
  }

  // Files

  async loadFile(
    id: CoValueId,
    signal: AbortSignal,
    onBytes: OnBytes = () => {},
  ): Promise<Completed<FileInfo>> {
    const check = await DownloadCheck.begin();
    const { response, resource } = await this.#fetch('GET', `/covalues/${id}/file`, null, signal);
    try {
      const header = response.headers.get(LOADED_FILE_HEADER) ?? '';
      const { file, encoding } = parseJson(LoadedFile, header);
      const take = (payload: Uint8Array): void => {
        check.add(payload);
        onBytes(payload.byteLength);
      };
      const lines = encoding === 'raw' ? null : new ChunkLines(take);
      // One buffer per download, read into again and again (docs/decisions/0003). No body at all
      // is found by its length, too.
      const reader = response.body?.getReader({ mode: 'byob' });
      let buffer = new Uint8Array(READ_BUFFER_BYTES);
      for (let read = await reader?.read(buffer); read && !read.done;) {
        if (lines) lines.add(read.value);
        else take(read.value);
        buffer = new Uint8Array(read.value.buffer);
        read = await reader?.read(buffer);
      }
      check.finish(file);
      return {
        value: file,
        bytes: check.bytes,
        endedAtMs: check.lastByteAtMs,
        protocol: resource.settled(),
      };
    } catch (error) {
      throw resource.abandon(error);
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
    const body = JSON.stringify({ text, file });
    const created = await this.#exchange(CreatedCoValue, 'POST', '/covalues', body, signal);
    const { id, upload } = created.value;
    if (!upload) throw pageError('unexpected_answer', 'the server wants no file');
    const { windowChunks, chunkBytes, encoding } = upload;

    // One failed chunk fails the file: the others in flight need not go on.
    const failed = new AbortController();
    const eitherSignal = AbortSignal.any([signal, failed.signal]);
    try {
      const stored = await sendInWindow(
        chunkCount(file.bytes, chunkBytes),
        windowChunks,
        async (index) => {
          const path = `/covalues/${id}/file/chunks/${index}`;
          const chunk = source.chunk(index, chunkBytes);
          const body = encoding === 'raw' ? chunk : JSON.stringify({ data: toBase64(chunk) });
          const put = await this.#exchange(StoredChunk, 'PUT', path, body, eitherSignal);
          onBytes(chunk.byteLength);
          return put;
        },
      );
      checkStored(
        file,
        stored.map(({ value }) => value),
      );
      return {
        value: id,
        bytes: file.bytes,
        endedAtMs: stored.at(-1)?.endedAtMs ?? created.endedAtMs,
        protocol: sameProtocol([created, ...stored].map(({ protocol }) => protocol)),
      };
    } catch (error) {
      failed.abort();
      this.#giveUp(id);
      throw error;
    }
  }

  /** Tells the server that no more chunks will come, also when the page is being closed. */
  #giveUp(id: CoValueId): void {
    const url = this.#url(`/covalues/${id}/file/chunks`);
    // Unanswered, like a WebSocket's `cancel`; a server that has gone forgets the upload by itself.
    void fetch(url, { method: 'DELETE', keepalive: true }).catch(() => {});
  }

  // Subscription

  async subscribe(
    id: CoValueId,
    onEvent: (event: MutationEvent) => void,
    signal: AbortSignal,
  ): Promise<Subscription> {
    const url = this.#url(`/covalues/${id}/events`);
    const resource = new ResourceProtocol(url);
    // It reconnects by itself, and tells the server the last event id that it has seen.
    const source = new EventSource(url);
    const subscribed = Promise.withResolvers<number>();
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    const onAbort = () => subscribed.reject(stop.reason);
    this.#closed.signal.addEventListener('abort', () => source.close());
    stop.addEventListener('abort', onAbort);

    source.addEventListener(SSE_SUBSCRIBED, ({ lastEventId }) => {
      subscribed.resolve(parseJson(LastEventId, lastEventId));
    });
    source.addEventListener(SSE_MUTATION, ({ data }) => onEvent(parseJson(MutationEvent, data)));
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return;
      subscribed.reject(pageError('connection_lost', 'the server refused the event stream'));
    });

    try {
      if (stop.aborted) onAbort();
      const eventId = await subscribed.promise;
      const close = (): Promise<string> => {
        source.close();
        return resource.settled();
      };
      return { eventId, close };
    } catch (error) {
      source.close();
      throw resource.abandon(error);
    } finally {
      stop.removeEventListener('abort', onAbort);
    }
  }

  // Connection

  close(): void {
    this.#closed.abort();
  }

  #url(path: string): string {
    return `${this.#origin}${path}?op=${++operations}`;
  }

  /** One request with its whole answer, which is JSON. `bytes` are the answer's. */
  async #exchange<Schema extends GenericSchema>(
    schema: Schema,
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | null,
    signal: AbortSignal,
  ): Promise<Completed<InferOutput<Schema>>> {
    const { response, resource } = await this.#fetch(method, path, body, signal);
    try {
      const answer = await response.arrayBuffer();
      const endedAtMs = performance.now();
      const value = parseJson(schema, new TextDecoder().decode(answer));
      return { value, bytes: answer.byteLength, endedAtMs, protocol: resource.settled() };
    } catch (error) {
      throw resource.abandon(error);
    }
  }

  /** Makes a request. @throws TransportError for an answer that is an error, too. */
  async #fetch(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | null,
    signal: AbortSignal,
  ): Promise<{ response: Response; resource: ResourceProtocol }> {
    const url = this.#url(path);
    const resource = new ResourceProtocol(url);
    try {
      const response = await fetch(url, {
        method,
        body,
        cache: 'no-store',
        signal: AbortSignal.any([signal, this.#closed.signal]),
        headers: body === null ? {} : { 'content-type': contentType(body) },
      });
      if (!response.ok) throw await refusal(response);
      return { response, resource };
    } catch (error) {
      throw resource.abandon(error);
    }
  }
}

async function refusal(response: Response): Promise<TransportError> {
  const { error, message } = parseJson(ErrorBody, await response.text());
  return new TransportError(error, message);
}

function contentType(body: string | Uint8Array): string {
  return typeof body === 'string' ? 'application/json' : 'application/octet-stream';
}
