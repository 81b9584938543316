import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { tokenCheck } from '@holbench/core/http/access';
import type { Address } from '@holbench/harness/address';
import type { Certificate } from '@holbench/harness/certificate';
import { hasCode, UserError } from '@holbench/process/user-error';
import { WebSocketServer } from 'ws';
import { BenchSession, type SessionOptions } from './bench-session.ts';
import { CONTROL_PATH, KEEP_ALIVE_MS, ORDER_BYTES, PROBE_PATHS } from './messages.ts';
import { EchoServer } from './probes/echo.ts';
import { BULK_MS, readGoodput, writeBulk } from './probes/goodput.ts';

/** A bench, and its probes. */
const MOST_CONNECTIONS = 16;
/** Of a request, with its body. */
const REQUEST_MS = 30_000;
const HANDSHAKE_MS = 10_000;

type HelperOptions = Omit<SessionOptions, 'echo'>;

/** What starts variants here for a bench elsewhere, which has the token, and helps it to measure the network. */
export class Helper implements AsyncDisposable {
  readonly #server: Server;
  readonly #echo: EchoServer;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: ORDER_BYTES,
    perMessageDeflate: false,
  });
  readonly #admits: (request: IncomingMessage) => boolean;
  readonly #options: HelperOptions;
  #session: BenchSession | null = null;

  private constructor(server: Server, echo: EchoServer, token: string, options: HelperOptions) {
    this.#server = server;
    this.#echo = echo;
    this.#admits = bearerCheck(token);
    this.#options = options;
    server.maxConnections = MOST_CONNECTIONS;
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  /** @throws UserError when the port is in use. */
  static async start(
    address: Address,
    certificate: Certificate,
    token: string,
    options: HelperOptions,
  ): Promise<Helper> {
    const [cert, key] = await Promise.all([readFile(certificate.cert), readFile(certificate.key)]);
    const server = createServer({
      cert,
      key,
      requestTimeout: REQUEST_MS,
      handshakeTimeout: HANDSHAKE_MS,
    });
    try {
      server.listen(address.port, address.host);
      await once(server, 'listening');
      return new Helper(server, await EchoServer.start(address), token, options);
    } catch (error) {
      server.close();
      if (!hasCode(error, 'EADDRINUSE')) throw error;
      throw new UserError(
        `port ${address.port} on ${address.host}, for benches, is in use; choose another --port`,
      );
    }
  }

  /** The status by which a request for a session is refused; null: it is not. */
  #whyNot(request: IncomingMessage): string | null {
    if (!this.#admits(request)) return '403 Forbidden';
    if (request.url !== CONTROL_PATH) return '404 Not Found';
    return this.#session === null ? null : '409 Conflict';
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {});
    const refusal = this.#whyNot(request);
    if (refusal !== null) {
      // A socket that the client leaves half open would keep its place.
      socket.once('finish', () => socket.destroy());
      socket.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    // A bench whose machine has vanished is noticed.
    request.socket.setKeepAlive(true, KEEP_ALIVE_MS);
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      void this.#serve(new BenchSession(webSocket, { ...this.#options, echo: this.#echo }));
      console.log(`a bench has come from ${request.socket.remoteAddress}`);
    });
  }

  async #serve(session: BenchSession): Promise<void> {
    this.#session = session;
    await session.over;
    this.#session = null;
    console.log('the bench has left');
  }

  /** Beside a session: bulk for the measurement of the network. */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => {});
    response.on('error', () => {});
    const wants = `${request.method} ${request.url}`;
    if (!this.#admits(request) || this.#session === null) refuse(response, 403);
    else if (wants === `GET ${PROBE_PATHS.down}`) {
      response.writeHead(200, { 'cache-control': 'no-store' });
      await writeBulk(response);
    } else if (wants === `POST ${PROBE_PATHS.up}`) {
      const late = setTimeout(() => request.destroy(), 3 * BULK_MS);
      const goodputKbps = await readGoodput(request).catch(() => null);
      clearTimeout(late);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ goodputKbps }));
    } else refuse(response, 404);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session?.end();
    this.#server.close();
    this.#server.closeAllConnections();
    await this.#echo[Symbol.asyncDispose]();
  }
}

/** Whether a request has the token. Pages, which send an origin, may not even ask. */
function bearerCheck(token: string): (request: IncomingMessage) => boolean {
  const isToken = tokenCheck(token);
  return ({ headers }) => {
    const [scheme, given = ''] = (headers.authorization ?? '').split(' ');
    return scheme === 'Bearer' && isToken(given) && headers.origin === undefined;
  };
}

/** Closes the connection, too: else what is left of a body is read, for as long as it comes. */
function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close' }).end();
}
