import type { IncomingMessage } from 'node:http';
import type { Http2Session, ServerHttp2Stream } from 'node:http2';
import type { LabResponse } from '@holbench/core/http/route';
import type { Limits } from '@holbench/core/server/limits';
import type { Reader, UnreadAnswers } from '@holbench/core/unread-answers';
import type { NodeResponse } from './response-connection.ts';

/** A request, of whose connection HTTP/2 lends the socket out only in parts. */
type RawRequest = Pick<IncomingMessage, 'socket' | 'httpVersionMajor'> & {
  readonly stream?: Pick<ServerHttp2Stream, 'session'>;
};

interface Client extends Reader {
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
    return isTooMany || this.#unread.isTooMuch(client);
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

  /** Counts an answer as unread until it is sent. One that is made piece by piece waits for its reader by itself. */
  answer(
    request: RawRequest,
    response: NodeResponse,
    { stream, contentLength }: LabResponse,
  ): void {
    if (stream || contentLength === null || response.destroyed) return;
    const client = this.of(request);
    this.#unread.add(client, contentLength);
    response.once('close', () => this.#unread.remove(client, contentLength));
  }

  #made(connection: RawRequest['socket'] | Http2Session): Client {
    const close = (): void => void connection.destroy();
    const client = { unreadBytes: 0, hasGone: false, openRequests: 0, close };
    // Answers that wait behind another say nothing of their end.
    connection.once('close', () => {
      this.#unread.remove(client);
      client.hasGone = true;
    });
    return client;
  }
}
