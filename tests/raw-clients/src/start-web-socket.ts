import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import { WebSocket } from 'ws';
import { connectTls } from './connect-tls.ts';

/** RFC 6455, section 1.3. */
const ACCEPT_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const END_OF_HEAD = '\r\n\r\n';
/** Time limit of a server's first settings. */
const SETTINGS_MS = 10_000;

/**
 * Starts a WebSocket over the version of HTTP that the server chooses: in a stream of HTTP/2 (RFC 8441), or by the
 * upgrade of HTTP/1.1. Each has a connection of its own.
 * @throws Error when the server cannot be reached, or allows no WebSocket over the version that it chose.
 */
export async function startWebSocket(
  origin: string,
  subprotocol = WEBSOCKET_SUBPROTOCOL,
): Promise<WebSocket> {
  const tls = connectTls(origin, ['h2', 'http/1.1']);
  await once(tls, 'secureConnect');
  const socket = tls.alpnProtocol === 'h2' ? await openTunnel(tls, origin) : tls;
  const url = `${origin.replace(/^http/, 'ws')}${WEBSOCKET_PATH}`;
  return new WebSocket(url, subprotocol, {
    perMessageDeflate: false,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `ws` documents a Duplex; its types ask for a Socket
    createConnection: () => socket as Socket,
  });
}

async function openTunnel(tls: TLSSocket, origin: string): Promise<Duplex> {
  const session = connect(origin, { createConnection: () => tls });
  try {
    await once(session, 'remoteSettings', { signal: AbortSignal.timeout(SETTINGS_MS) });
    if (session.remoteSettings.enableConnectProtocol === true) return new Tunnel(session);
    throw new Error('the server chose HTTP/2, and allows no WebSocket in it');
  } catch (error) {
    session.destroy();
    throw error;
  }
}

/**
 * A stream of an HTTP/2 session as the socket of a WebSocket. `ws` knows the handshake of HTTP/1.1 alone: the
 * tunnel reads its request, sends an extended CONNECT instead, and gives the answer in the words of HTTP/1.1.
 */
class Tunnel extends Duplex {
  readonly #session: ClientHttp2Session;
  #head = '';
  #stream: ClientHttp2Stream | null = null;

  constructor(session: ClientHttp2Session) {
    super();
    this.#session = session;
    session.on('error', (error) => this.destroy(error));
    session.once('close', () => this.destroy());
  }

  override _write(bytes: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (this.#stream) return void this.#stream.write(bytes, done);
    this.#head += bytes.toString('latin1');
    if (this.#head.endsWith(END_OF_HEAD)) this.#open();
    done();
  }

  override _read(): void {
    this.#stream?.resume();
  }

  override _final(done: () => void): void {
    this.#stream?.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#session.destroy();
    done(error);
  }

  #open(): void {
    const stream = this.#session.request({
      ':method': 'CONNECT',
      ':protocol': 'websocket',
      ':path': WEBSOCKET_PATH,
      'sec-websocket-version': '13',
      'sec-websocket-protocol': this.#field('sec-websocket-protocol'),
    });
    stream.once('response', (headers) => {
      const chosen = headers['sec-websocket-protocol'];
      this.push(
        headers[':status'] === 200
          ? this.#accepted(typeof chosen === 'string' ? chosen : null)
          : headOf([`HTTP/1.1 ${headers[':status']} Refused`, 'connection: close']),
      );
    });
    stream.on('data', (bytes: Buffer) => {
      if (!this.push(bytes)) stream.pause();
    });
    stream.once('end', () => this.push(null));
    stream.once('error', (error) => this.destroy(error));
    stream.once('close', () => {
      if (!stream.readableEnded) this.destroy();
    });
    this.#stream = stream;
  }

  #accepted(subprotocol: string | null): string {
    const key = this.#field('sec-websocket-key');
    const accept = createHash('sha1').update(`${key}${ACCEPT_GUID}`).digest('base64');
    return headOf([
      'HTTP/1.1 101 Switching Protocols',
      'connection: upgrade',
      'upgrade: websocket',
      `sec-websocket-accept: ${accept}`,
      ...(subprotocol === null ? [] : [`sec-websocket-protocol: ${subprotocol}`]),
    ]);
  }

  /** Of the request that `ws` has written. */
  #field(name: string): string {
    return new RegExp(`^${name}: (.*)\\r$`, 'im').exec(this.#head)?.[1] ?? '';
  }
}

const headOf = (lines: readonly string[]): string => `${lines.join('\r\n')}${END_OF_HEAD}`;
