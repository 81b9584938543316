import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { TcpProtocol } from '../open-client.ts';
import { Http1Session } from './http1-session.ts';
import { Http2Session } from './http2-session.ts';
import type { AnswerSink, HttpSession, SerialRequest } from './http-session.ts';

export type HttpProtocol = Exclude<TcpProtocol, 'websocket'>;

const SESSIONS = { 'http/1.1': Http1Session, h2: Http2Session };

/** A session on a TLS socket of its own. The lab's own certificates are not verified. */
export class HttpConnection implements AsyncDisposable {
  readonly #socket: TLSSocket;
  readonly #session: HttpSession;
  /** Resolves with the reason, after every open request has failed. */
  readonly closed: Promise<Error>;

  private constructor(protocol: HttpProtocol, host: string, socket: TLSSocket) {
    const session = new SESSIONS[protocol](host, (bytes) => socket.write(bytes));
    this.#socket = socket;
    this.#session = session;
    let reason = new Error('the server closed the connection');
    socket.on('data', (bytes: Buffer) => {
      try {
        session.receive(bytes);
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.on('error', (error) => (reason = error));
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        session.close(reason);
        resolve(reason);
      });
    });
  }

  /** @throws Error when the server cannot be reached or chooses another protocol. */
  static async open(protocol: HttpProtocol, origin: string): Promise<HttpConnection> {
    const { host, hostname, port } = new URL(origin);
    const address = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host: address,
      port: Number(port || 443),
      ...(isIP(address) ? {} : { servername: address }),
      ALPNProtocols: [protocol],
      minVersion: 'TLSv1.3',
      rejectUnauthorized: false,
    });
    socket.setNoDelay(true);
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve);
      socket.on('error', reject);
      socket.once('close', () => reject(new Error('the server closed the connection')));
    });
    // uWebSockets.js chooses nothing, which means HTTP/1.1; its answers then prove it.
    const chosen = socket.alpnProtocol || 'http/1.1';
    if (chosen !== protocol) {
      socket.destroy();
      throw new Error(`the server chose ${chosen}, not ${protocol}`);
    }
    return new HttpConnection(protocol, host, socket);
  }

  request(request: SerialRequest, sink: AnswerSink): void {
    this.#session.request(request, sink);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy(new Error('this client has closed the connection'));
    await this.closed;
  }
}
