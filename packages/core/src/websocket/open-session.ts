import { ERRORS } from '@holbench/protocol/errors';
import { messageBytes } from '@holbench/protocol/wire-limits';
import type { Connection } from '../connection.ts';
import type { LabApp } from '../lab-app.ts';
import type { ServerOptions } from '../server/command-line.ts';
import { WebSocketSession } from './session.ts';

/** What receives the messages of one WebSocket. */
type Session = Pick<
  WebSocketSession,
  'receiveText' | 'receiveBinary' | 'receivePing' | 'receivePong'
>;

/**
 * Returns every message unchanged, for test suites of the WebSocket protocol: the endpoint, its checks and
 * its connection stay those of the application. It obeys no back-pressure.
 */
class EchoSession implements Session {
  readonly #connection: Connection;
  readonly #maxBytes: number;

  constructor(connection: Connection, maxBytes: number) {
    this.#connection = connection;
    this.#maxBytes = maxBytes;
  }

  receiveText(utf8: Uint8Array): void {
    const text = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength).toString('utf8');
    this.#echo(text, utf8.byteLength);
  }

  receiveBinary(message: Uint8Array<ArrayBuffer>): void {
    this.#echo(message, message.byteLength);
  }

  receivePing(): void {}

  receivePong(): void {}

  #echo(message: string | Uint8Array<ArrayBuffer>, bytes: number): void {
    if (bytes <= this.#maxBytes) this.#connection.send(message);
    else this.#connection.close(ERRORS.message_too_large.close, 'the message is too large');
  }
}

/** The session of a connection: the application's, unless the server was started to echo. */
export function openSession(
  lab: LabApp,
  { echoBytes }: Pick<ServerOptions, 'echoBytes'>,
  connection: Connection,
): Session {
  return echoBytes === null
    ? new WebSocketSession(lab, connection)
    : new EchoSession(connection, echoBytes);
}

/** Largest message that a session takes, in bytes. */
export function maxMessageBytes({
  echoBytes,
  factors,
}: Pick<ServerOptions, 'echoBytes' | 'factors'>): number {
  return echoBytes ?? messageBytes(factors.chunkBytes);
}
