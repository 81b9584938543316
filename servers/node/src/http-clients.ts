import type { Connection } from '@holbench/core/connection';
import type { LabResponse } from '@holbench/core/http/route';
import { MeteredConnection } from '@holbench/core/metered-connection';
import type { ClientLimits } from '@holbench/core/server/client-limits';
import { type Reader, readerOf, type UnreadAnswers } from '@holbench/core/unread-answers';
import { tooMuch } from './respond.ts';
import { isDestroyed, type NodeResponse } from './response-connection.ts';

/** A socket, or a session of HTTP/2. */
interface ClientConnection {
  once(event: 'close', onClose: () => void): unknown;
  destroy(): unknown;
}

interface Client {
  readonly reader: Reader;
  openRequests: number;
}

const LARGE_BYTES = 16 * 1024;

/** The connections of a server of HTTP: what each has open, and leaves unread. */
export class HttpClients {
  readonly #unread: UnreadAnswers;
  readonly #pipelinedRequests: number;
  readonly #terminate: (connection: ClientConnection) => void;
  readonly #clients = new WeakMap<object, Client>();

  constructor(
    unread: UnreadAnswers,
    { pipelinedRequests }: Pick<ClientLimits, 'pipelinedRequests'>,
    terminate = (connection: ClientConnection): void => void connection.destroy(),
  ) {
    this.#unread = unread;
    this.#pipelinedRequests = pipelinedRequests;
    this.#terminate = terminate;
  }

  /**
   * Begins a request.
   * @param isSerial its connection answers one request after the other; HTTP/2 has a limit that clients know.
   * @returns whether its connection has too much open or unread already.
   */
  begin(connection: ClientConnection, response: NodeResponse, isSerial: boolean): boolean {
    const client = this.of(connection);
    client.openRequests++;
    response.once('close', () => client.openRequests--);
    const isTooMany = isSerial && client.openRequests > this.#pipelinedRequests;
    return isTooMany || this.#unread.isTooMuch(client.reader);
  }

  /** The same object for all requests of one connection. */
  of(connection: ClientConnection): Client {
    let client = this.#clients.get(connection);
    if (!client) {
      client = this.#made(connection);
      this.#clients.set(connection, client);
    }
    return client;
  }

  /**
   * Counts an answer as unread until it is sent, but for one that is made piece by piece.
   * @param onceSent calls back when it is sent. Default: when it closes.
   * @returns what to answer: a refusal where requests that came together have asked for too much. What changed something
   * has a small answer, and gets it.
   */
  answer(
    connection: ClientConnection,
    response: NodeResponse,
    answer: LabResponse,
    onceSent = (done: () => void): unknown => response.once('close', done),
  ): LabResponse {
    const { stream, contentLength } = answer;
    if (stream || contentLength === null || isDestroyed(response)) return answer;
    const { reader } = this.of(connection);
    if (contentLength > LARGE_BYTES && this.#unread.isTooMuch(reader)) return tooMuch();
    this.#unread.add(reader, 'answers', contentLength);
    onceSent(() => this.#unread.remove(reader, 'answers', contentLength));
    return answer;
  }

  /** The body of an answer that is made piece by piece, a file or events, counted while its pieces wait. */
  metered(connection: ClientConnection, body: Connection, kind: 'answers' | 'files'): Connection {
    return new MeteredConnection(body, this.#unread, this.of(connection).reader, kind);
  }

  #made(connection: ClientConnection): Client {
    const reader = readerOf(() => this.#terminate(connection));
    // Answers that wait behind another say nothing of their end.
    connection.once('close', () => this.#unread.forget(reader));
    return { reader, openRequests: 0 };
  }
}
