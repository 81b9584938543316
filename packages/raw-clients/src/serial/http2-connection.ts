import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { fieldsOf, type TextRequest } from '../http-client.ts';
import type { AnswerSink, SerialConnection } from './serial-connection.ts';

/** As Chromium's. */
const STREAM_WINDOW_BYTES = 6 * 1024 ** 2;
const CONNECTION_WINDOW_BYTES = 15 * 1024 ** 2;

/** HTTP/2 by `node:http2`. The lab's own certificates are not verified. */
export class Http2Connection implements SerialConnection {
  readonly #session: ClientHttp2Session;
  #reason: Error | null = null;
  readonly closed: Promise<Error>;

  private constructor(session: ClientHttp2Session) {
    this.#session = session;
    session.on('error', (error) => (this.#reason ??= error));
    this.closed = new Promise((resolve) => {
      session.once('close', () => resolve((this.#reason ??= closedByServer())));
    });
  }

  /** @throws Error when the server cannot be reached, or speaks no HTTP/2. */
  static async open(origin: string): Promise<Http2Connection> {
    const session = connect(origin, {
      minVersion: 'TLSv1.3',
      rejectUnauthorized: false,
      settings: { enablePush: false, initialWindowSize: STREAM_WINDOW_BYTES },
    });
    await once(session, 'connect');
    const connection = new Http2Connection(session);
    // uWebSockets.js chooses nothing, which means HTTP/1.1.
    if (!session.alpnProtocol) {
      await connection[Symbol.asyncDispose]();
      throw new Error('the server did not choose h2');
    }
    session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    return connection;
  }

  request(request: TextRequest, sink: AnswerSink): void {
    // After a GOAWAY it is closed, and open streams are still answered.
    if (this.#session.closed || this.#session.destroyed) {
      return sink.fail(this.#reason ?? closedByServer());
    }
    const { method, path, body } = request;
    const stream = this.#session.request({
      ':method': method,
      ':path': path,
      ...fieldsOf(request),
    });
    let failure = new Error('the server closed the stream');
    let hasEnded = false;
    stream.on('response', (headers) => {
      const length = headers['content-length'];
      sink.head(Number(headers[':status']), length === undefined ? null : Number(length));
    });
    stream.on('data', (piece: Buffer) => {
      try {
        sink.body(piece);
      } catch (error) {
        this.#session.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    });
    stream.on('end', () => {
      // When the server leaves, Node ends what is open, too.
      if (stream.rstCode !== 0) return;
      hasEnded = true;
      sink.end();
    });
    stream.on('error', (error) => (failure = error));
    stream.on('close', () => {
      if (!hasEnded) sink.fail(this.#reason ?? failure);
    });
    stream.end(body);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Without an error, Node ends what is open as if its answer were complete.
    this.#session.destroy(new Error('this client has closed the connection'));
    await this.closed;
  }
}

const closedByServer = (): Error => new Error('the server closed the connection');
