import type { IncomingMessage } from 'node:http';
import type { Http2Session, ServerHttp2Stream } from 'node:http2';
import type { Connection } from '@holbench/core/connection';
import type { LabResponse } from '@holbench/core/http/route';
import { MeteredConnection } from '@holbench/core/metered-connection';
import type { Limits } from '@holbench/core/server/limits';
import { type Reader, readerOf, type UnreadAnswers } from '@holbench/core/unread-answers';
import type { NodeResponse } from './response-connection.ts';

/** A request, of whose connection HTTP/2 lends the socket out only in parts. */
type RawRequest = Pick<IncomingMessage, 'socket' | 'httpVersionMajor'> & {
  readonly stream?: Pick<ServerHttp2Stream, 'session'>;
};

interface Client {
  readonly reader: Reader;
  openRequests: number;
}

/** The connections of a server of HTTP: what each has open, and leaves unread. */
export class HttpClients {
  readonly #unread: UnreadAnswers;
  readonly #pipelinedRequests: number;
  readonly #clients = new WeakMap<object, Client>();

  constructor(unread: UnreadAnswers, { pipelinedRequests }: Pick<Limits, 'pipelinedRequests'>) {
    this.#unread = unread;
    this.#pipelinedRequests = pipelinedRequests;
  }

  /** Begins a request. @returns whether its connection has too much open or unread already. */
  begin(request: RawRequest, response: NodeResponse): boolean {
    const client = this.of(request);
    client.openRequests++;
    response.once('close', () => client.openRequests--);
    // HTTP/2 has its own limit, which clients know.
    const isTooMany =
      request.httpVersionMajor === 1 && client.openRequests > this.#pipelinedRequests;
    return isTooMany || this.#unread.isTooMuch(client.reader);
  }

  /** The same object for all requests of one connection. */
  of({ socket, stream }: RawRequest): Client {
    const connection = stream?.session ?? socket;
    let client = this.#clients.get(connection);
    if (!client) {
      client = this.#made(connection);
      this.#clients.set(connection, client);
    }
    return client;
  }

  /** Counts an answer as unread until it is sent, but for one that is made piece by piece. */
  answer(
    request: RawRequest,
    response: NodeResponse,
    { stream, contentLength }: LabResponse,
  ): void {
    if (stream || contentLength === null || response.destroyed) return;
    const { reader } = this.of(request);
    this.#unread.add(reader, 'answers', contentLength);
    response.once('close', () => this.#unread.remove(reader, 'answers', contentLength));
  }

  /** The body of an answer that is made piece by piece, counted while its pieces wait. */
  metered(request: RawRequest, body: Connection): Connection {
    return new MeteredConnection(body, this.#unread, this.of(request).reader, 'files');
  }

  #made(connection: RawRequest['socket'] | Http2Session): Client {
    const reader = readerOf(() => void connection.destroy());
    // Answers that wait behind another say nothing of their end.
    connection.once('close', () => this.#unread.forget(reader));
    return { reader, openRequests: 0 };
  }
}
