import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { connectTls } from '../connect-tls.ts';
import type { TextRequest } from '../http-client.ts';
import { Http1Session } from './http1-session.ts';
import type { AnswerSink, SerialConnection } from './serial-connection.ts';

/** As much as Node itself reads at once. */
const READ_BYTES = 64 * 1024;

/** HTTP/1.1 on a TLS socket of its own. */
export class Http1Connection implements SerialConnection {
  readonly #socket: TLSSocket;
  readonly #session: Http1Session;
  readonly closed: Promise<Error>;

  private constructor(socket: TLSSocket, session: Http1Session) {
    this.#socket = socket;
    this.#session = session;
    let reason = new Error('the server closed the connection');
    socket.on('error', (error) => (reason = error));
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        session.close(reason);
        resolve(reason);
      });
    });
  }

  /** @throws Error when the server cannot be reached. uWebSockets.js chooses no protocol: its answers prove it. */
  static async open(origin: string): Promise<Http1Connection> {
    const session = new Http1Session(new URL(origin).host, (text) => socket.write(text));
    const socket = connectTls(origin, ['http/1.1'], {
      // One buffer for all reads: with a new one for each, a client uses a tenth more CPU.
      onread: {
        buffer: Buffer.alloc(READ_BYTES),
        callback: (length, buffer) => {
          try {
            session.receive(Buffer.from(buffer.buffer, buffer.byteOffset, length));
          } catch (error) {
            socket.destroy(error instanceof Error ? error : new Error(String(error)));
          }
          return true;
        },
      },
    });
    socket.setNoDelay(true);
    await once(socket, 'secureConnect');
    return new Http1Connection(socket, session);
  }

  request(request: TextRequest, sink: AnswerSink): void {
    this.#session.request(request, sink);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy(new Error('this client has closed the connection'));
    await this.closed;
  }
}
