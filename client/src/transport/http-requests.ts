import { ErrorBody } from '@holbench/protocol/errors';
import {
  pathOf,
  type AnswerOf,
  type EndpointName,
  ENDPOINTS,
  type JsonEndpointName,
  type ParamsOf,
} from '@holbench/protocol/endpoints';
import { parseJson } from '@holbench/protocol/parse';
import type { Completed, OnLeft } from '@holbench/scenarios/port/client-transport';
import type { HttpCarrier, ProtocolWitness } from './http-carrier.ts';
import type { OpenRequests } from './open-requests.ts';
import { TransportError } from '@holbench/scenarios/port/transport-error';

type Body = string | Uint8Array<ArrayBuffer> | null;

/** Numbers the requests of this page, so that each has its own address and resource entry. */
let operations = 0;

/** Requests of one `HttpTransport` that have one priority. */
export class HttpRequests {
  readonly #origin: string;
  readonly carrier: HttpCarrier;
  readonly #open: OpenRequests;
  readonly #priority: RequestPriority;
  readonly #closed = new AbortController();

  /**
   * @param origin the server's, such as `https://127.0.0.1:8443`.
   * @param open counts them, with those of other priorities.
   * @param priority as `fetch` takes it; `auto` is the browser's own.
   */
  constructor(
    origin: string,
    carrier: HttpCarrier,
    open: OpenRequests,
    priority: RequestPriority = 'auto',
  ) {
    this.#origin = origin;
    this.carrier = carrier;
    this.#open = open;
    this.#priority = priority;
  }

  /** Aborted when the transport is closed. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  close(): void {
    this.#closed.abort();
  }

  /** An address that is used once. */
  url<Name extends EndpointName>(name: Name, params: ParamsOf<Name>): string {
    return `${this.#origin}${pathOf(name, params)}?op=${++operations}`;
  }

  /** Counts a request from now on until it has ended, and observes it. Call it before the request. */
  witness(url: string, onLeft?: OnLeft): ProtocolWitness {
    const ended = this.#open.begin(onLeft);
    const resource = this.carrier.witness(url, onLeft);
    return {
      settled: () => {
        ended(true);
        return resource.settled();
      },
      abandon: (thrown) => {
        // The server's own error is an answer.
        ended(thrown instanceof TransportError);
        return resource.abandon(thrown);
      },
    };
  }

  /** One request with its complete answer, which is JSON. `bytes` are the answer's. */
  async exchange<Name extends JsonEndpointName>(
    name: Name,
    params: ParamsOf<Name>,
    body: Body,
    signal: AbortSignal,
    onLeft?: OnLeft,
  ): Promise<Completed<AnswerOf<Name>>> {
    const { answer: schema } = ENDPOINTS[name];
    const { response, resource } = await this.fetch(name, params, body, signal, onLeft);
    try {
      const answer = await response.arrayBuffer();
      const endedAtMs = performance.now();
      const value = parseJson(schema, new TextDecoder().decode(answer));
      return { value, bytes: answer.byteLength, endedAtMs, protocol: resource.settled() };
    } catch (error) {
      throw resource.abandon(error);
    }
  }

  /** Makes a request. @throws TransportError, also for an error status. */
  async fetch<Name extends EndpointName>(
    name: Name,
    params: ParamsOf<Name>,
    body: Body,
    signal: AbortSignal,
    onLeft?: OnLeft,
  ): Promise<{ response: Response; resource: ProtocolWitness }> {
    const url = this.url(name, params);
    const resource = this.witness(url, onLeft);
    const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
    try {
      const response = await this.carrier.fetch(url, {
        method: ENDPOINTS[name].method,
        body,
        cache: 'no-store',
        priority: this.#priority,
        signal: AbortSignal.any([signal, this.closed]),
        headers: body === null ? {} : { 'content-type': type },
      });
      if (!response.ok) {
        const { error, message } = parseJson(ErrorBody, await response.text());
        throw new TransportError(error, message);
      }
      return { response, resource };
    } catch (error) {
      throw resource.abandon(error);
    }
  }
}
