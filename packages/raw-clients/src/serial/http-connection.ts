import { isIP, type OnReadOpts } from 'node:net';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { TcpProtocol } from '../open-client.ts';
import { Http1Session } from './http1-session.ts';
import { Http2Session } from './http2-session.ts';
import type { AnswerSink, HttpSession, SerialRequest } from './http-session.ts';

export type HttpProtocol = Exclude<TcpProtocol, 'websocket'>;

/** As much as Node itself reads at once. */
const READ_BYTES = 64 * 1024;

const SESSIONS = { 'http/1.1': Http1Session, h2: Http2Session };

/** A session on a TLS socket of its own. The lab's own certificates are not verified. */
export class HttpConnection implements AsyncDisposable {
  readonly #socket: TLSSocket;
  readonly #session: HttpSession;
  /** Resolves with the reason, after every open request has failed. */
  readonly closed: Promise<Error>;

  private constructor(socket: TLSSocket, session: HttpSession) {
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

  /** @throws Error when the server cannot be reached or chooses another protocol. */
  static async open(protocol: HttpProtocol, origin: string): Promise<HttpConnection> {
    const { host, hostname, port } = new URL(origin);
    const address = hostname.replace(/^\[|\]$/g, '');
    // HTTP/2's server may speak before this side knows that it is HTTP/2.
    const early: Buffer[] = [];
    let receive = (bytes: Buffer): void => void early.push(Buffer.from(bytes));
    const options: ConnectionOptions & { readonly onread: OnReadOpts } = {
      host: address,
      port: Number(port || 443),
      ...(isIP(address) ? {} : { servername: address }),
      ALPNProtocols: [protocol],
      minVersion: 'TLSv1.3',
      rejectUnauthorized: false,
      // One buffer for all reads: with a new one for each, a client uses a tenth more CPU.
      onread: {
        buffer: Buffer.alloc(READ_BYTES),
        callback: (length, buffer) => {
          try {
            receive(Buffer.from(buffer.buffer, buffer.byteOffset, length));
          } catch (error) {
            socket.destroy(error instanceof Error ? error : new Error(String(error)));
          }
          return true;
        },
      },
    };
    const socket: TLSSocket = connect(options);
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
    const session = new SESSIONS[protocol](host, (bytes) => socket.write(bytes));
    const connection = new HttpConnection(socket, session);
    receive = (bytes) => session.receive(bytes);
    for (const bytes of early) receive(bytes);
    return connection;
  }

  request(request: SerialRequest, sink: AnswerSink): void {
    this.#session.request(request, sink);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy(new Error('this client has closed the connection'));
    await this.closed;
  }
}
