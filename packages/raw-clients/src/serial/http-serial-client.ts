import type { CoValueText, Mutation } from '@holbench/protocol/covalue';
import { requestOf, type TextRequest } from '../http-client.ts';
import { CountedAnswer, EventsAnswer } from './answers.ts';
import { EventInbox } from './event-inbox.ts';
import type { HttpTcpProtocol } from '../open-client.ts';
import { Http1Connection } from './http1-connection.ts';
import { Http2Connection } from './http2-connection.ts';
import type { SerialClient } from './serial-client.ts';
import type { SerialConnection } from './serial-connection.ts';

const CONNECTIONS = { 'http/1.1': Http1Connection, h2: Http2Connection };

/** A serial client over HTTP, whichever version. */
export class HttpSerialClient implements SerialClient {
  readonly protocol: HttpTcpProtocol;
  readonly #origin: string;
  readonly #connection: SerialConnection;
  /** HTTP/1.1: a connection for each subscription. */
  readonly #ofEvents: SerialConnection[] = [];
  readonly #answer = new CountedAnswer();
  readonly #events = new EventInbox();
  #isDisposed = false;

  private constructor(protocol: HttpTcpProtocol, origin: string, connection: SerialConnection) {
    this.protocol = protocol;
    this.#origin = origin;
    this.#connection = connection;
    void connection.closed.then((reason) => this.#events.end(reason));
  }

  static async open(protocol: HttpTcpProtocol, origin: string): Promise<HttpSerialClient> {
    const connection = await CONNECTIONS[protocol].open(origin);
    return new HttpSerialClient(protocol, origin, connection);
  }

  list(): Promise<number> {
    return this.#operate(requestOf('list', {}));
  }

  load(id: string): Promise<number> {
    return this.#operate(requestOf('load', { id }));
  }

  create(text: CoValueText): Promise<number> {
    return this.#operate(requestOf('create', {}, { text }));
  }

  mutate(id: string, mutation: Mutation): Promise<number> {
    return this.#operate(requestOf('mutate', { id }, mutation));
  }

  async subscribe(id: string): Promise<void> {
    const answer = new EventsAnswer(this.#events);
    const connection = await this.#connectionOfEvents();
    connection.request(requestOf('subscribe', { id }), answer);
    await answer.subscribed;
  }

  nextEvent(): Promise<number> {
    return this.#events.next();
  }

  download(id: string, onFirstByte: () => void): Promise<number> {
    return this.#operate(requestOf('loadFile', { id }), onFirstByte);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    const connections = [this.#connection, ...this.#ofEvents];
    await Promise.all(connections.map((connection) => connection[Symbol.asyncDispose]()));
  }

  #operate(request: TextRequest, onFirstByte: (() => void) | null = null): Promise<number> {
    if (this.#answer.isAwaited) return Promise.reject(new Error('an operation is open already'));
    const answer = this.#answer.next(onFirstByte);
    this.#connection.request(request, this.#answer);
    return answer;
  }

  /** HTTP/2 has streams for them. */
  async #connectionOfEvents(): Promise<SerialConnection> {
    if (this.protocol === 'h2') return this.#connection;
    const connection = await Http1Connection.open(this.#origin);
    if (this.#isDisposed) await connection[Symbol.asyncDispose]();
    this.#ofEvents.push(connection);
    return connection;
  }
}
