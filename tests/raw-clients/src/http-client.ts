import type { Readable } from 'node:stream';
import type {
  CoValue,
  CoValueSummary,
  CoValueText,
  FileDeclaration,
  Mutation,
} from '@holbench/protocol/covalue';
import {
  pathOf,
  type AnswerOf,
  type EndpointName,
  ENDPOINTS,
  type JsonEndpointName,
  type ParamsOf,
} from '@holbench/protocol/endpoints';
import { ErrorBody } from '@holbench/protocol/errors';
import { EncodedChunk, LOADED_FILE_HEADER, LoadedFile } from '@holbench/protocol/bodies';
import { parseJson } from '@holbench/protocol/parse';
import { mutationIds } from './mutation-ids.ts';
import type { RawClient, RawDownload, RawUpload } from './raw-client.ts';

export interface RawRequest {
  /** Default: GET. */
  readonly method?: string;
  /** Sent unchanged, unlike in a browser: `..` stays `..`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** With its complete body as text, if it has one. */
export interface TextRequest extends RawRequest {
  readonly method: string;
  readonly body?: string;
}

/** The header fields of a request: its own, and the length of its body. */
export function fieldsOf({
  headers,
  body,
}: Pick<RawRequest, 'headers' | 'body'>): Record<string, string | number> {
  return { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) };
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Not read ahead: an unread body stalls the server. */
  readonly body: Readable;
}

/** One user's connections over one version of HTTP. */
export interface HttpConnection {
  /** In HTTP/3, response headers count against the flow control that unread bodies use up. */
  readonly headersAreFlowControlled: boolean;
  /** Resolves with the response's head. */
  request(request: RawRequest): Promise<RawResponse>;
  close(): Promise<void>;
}

/** A raw client over HTTP, whichever version. */
export class HttpClient implements RawClient {
  readonly #connection: HttpConnection;

  constructor(connection: HttpConnection) {
    this.#connection = connection;
  }

  /** Any request, valid or not; the caller reads the body. */
  request(request: RawRequest): Promise<RawResponse> {
    return this.#connection.request(request);
  }

  /** The same, with its body. */
  async exchange(request: RawRequest): Promise<{ status: number; text: string }> {
    const { status, body } = await this.request(request);
    return { status, text: await textOf(body) };
  }

  async list(): Promise<readonly CoValueSummary[]> {
    return (await this.#ask('list', {})).covalues;
  }

  async load(id: string): Promise<CoValue> {
    return this.#ask('load', { id });
  }

  async create(text: CoValueText): Promise<string> {
    return (await this.#ask('create', {}, { text })).id;
  }

  async mutate(id: string, mutation: Mutation): Promise<number> {
    return (await this.#ask('mutate', { id }, mutation)).eventId;
  }

  async download(id: string): Promise<RawDownload> {
    const { headers, body } = await this.#accepted(requestOf('loadFile', { id }));
    const loaded = parseJson(LoadedFile, String(headers[LOADED_FILE_HEADER]));
    const content = Buffer.concat(await body.toArray());
    const announced = Number(headers['content-length']);
    if (announced !== content.byteLength) {
      throw new Error(`content-length ${announced} of ${content.byteLength} bytes`);
    }
    if (headers['content-type'] !== 'application/x-ndjson') {
      return { loaded, chunks: [content.byteLength], isBase64: false };
    }
    const lines = content.toString('utf8').trimEnd().split('\n');
    const decoded = lines.map((line) => Buffer.from(parseJson(EncodedChunk, line).data, 'base64'));
    return { loaded, chunks: decoded.map(({ byteLength }) => byteLength), isBase64: true };
  }

  async stallDownloads(id: string, count: number): Promise<void> {
    const request = requestOf('loadFile', { id });
    const heads = Array.from({ length: count }, () => this.#accepted(request));
    if (this.#connection.headersAreFlowControlled) {
      // The others may come when this client leaves, or never.
      for (const head of heads) head.catch(() => {});
      await Promise.race(heads);
    } else await Promise.all(heads);
  }

  async stallEvents(id: string): Promise<void> {
    await this.#accepted(requestOf('subscribe', { id }));
  }

  async events(id: string, lastEventId: number, count: number): Promise<number[]> {
    const { headers, body } = await this.#accepted({
      ...requestOf('subscribe', { id }),
      headers: { 'last-event-id': `${lastEventId}` },
    });
    const type = headers['content-type'];
    if (type !== 'text/event-stream') throw new Error(`the events are of type ${String(type)}`);
    const ids: number[] = [];
    for await (const eventId of mutationIds(body)) {
      ids.push(eventId);
      if (ids.length >= count) return ids;
    }
    throw new Error(`the stream ended before ${count} events`);
  }

  async upload(text: CoValueText, file: FileDeclaration): Promise<RawUpload> {
    const { id, upload: terms } = await this.#ask('create', {}, { text, file });
    if (!terms) throw new Error('the server sent no upload terms');
    return {
      id,
      terms,
      store: async (index, chunk) => {
        const { status, text } = await this.exchange({
          ...requestOf('chunk', { id, index }),
          headers: { 'content-type': 'application/octet-stream' },
          body:
            terms.encoding === 'raw'
              ? chunk
              : JSON.stringify({ data: Buffer.from(chunk).toString('base64') }),
        });
        return status === 200 ? null : parseJson(ErrorBody, text).error;
      },
      giveUp: async () => void (await this.exchange(requestOf('cancel', { id }))),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection.close();
  }

  /** The answer in JSON. */
  async #ask<Name extends JsonEndpointName>(
    name: Name,
    params: ParamsOf<Name>,
    asked?: object,
  ): Promise<AnswerOf<Name>> {
    const { body } = await this.#accepted(requestOf(name, params, asked));
    return parseJson(ENDPOINTS[name].answer, await textOf(body));
  }

  /** @throws Error for a refusal. */
  async #accepted(request: RawRequest): Promise<RawResponse> {
    const response = await this.request(request);
    if (response.status < 300) return response;
    const { method = 'GET', path } = request;
    throw new Error(`${method} ${path}: ${response.status} ${await textOf(response.body)}`);
  }
}

/** @param asked is sent as JSON. */
export function requestOf<Name extends EndpointName>(
  name: Name,
  params: ParamsOf<Name>,
  asked?: object,
): TextRequest {
  const request = { method: ENDPOINTS[name].method, path: pathOf(name, params) };
  if (asked === undefined) return request;
  const headers = { 'content-type': 'application/json' };
  return { ...request, headers, body: JSON.stringify(asked) };
}

async function textOf(body: Readable): Promise<string> {
  return Buffer.concat(await body.toArray()).toString('utf8');
}
