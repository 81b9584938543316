import { once } from 'node:events';
import { connect, type ClientHttp2Session } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { messageOf } from '@holbench/process/user-error';
import * as v from 'valibot';

const ResponseHeaders = v.object({ ':status': v.number() });

/** Time limit of a server's answer, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** @returns the protocol that a server of TLS chooses when it is offered HTTP/2 and HTTP/1.1 (ALPN). */
export async function chosenProtocol(host: string, port: number): Promise<string> {
  const ALPNProtocols = ['h2', 'http/1.1'];
  const socket = connectTls({ host, port, ALPNProtocols, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return socket.alpnProtocol || 'none';
  } finally {
    socket.destroy();
  }
}

/**
 * One `GET /` with prior knowledge of HTTP/2. @returns the status, or the message of the error.
 * @throws Error when nothing came in time.
 */
export async function getHttp2(origin: string): Promise<number | string> {
  return inSession(origin, async (session, signal) => {
    const stream = session.request({ ':path': '/' }, { signal });
    const [headers]: unknown[] = await once(stream, 'response');
    return v.parse(ResponseHeaders, headers)[':status'];
  });
}

/**
 * Whether an HTTP/2 server allows other protocols in its streams: its
 * SETTINGS_ENABLE_CONNECT_PROTOCOL (RFC 8441, section 3), or the message of the error.
 * @throws Error when nothing came in time.
 */
export async function connectProtocol(origin: string): Promise<string> {
  return inSession(origin, async (session, signal) => {
    await once(session, 'remoteSettings', { signal });
    return session.remoteSettings.enableConnectProtocol === true ? '1' : 'not sent, or 0';
  });
}

async function inSession<Result>(
  origin: string,
  ask: (session: ClientHttp2Session, signal: AbortSignal) => Promise<Result>,
): Promise<Result | string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const session = connect(origin, { rejectUnauthorized: false });
  const failed = new Promise<never>((_resolve, reject) => session.on('error', reject));
  try {
    return await Promise.race([ask(session, signal), failed]);
  } catch (error) {
    // Late is no answer; an error is one.
    if (signal.aborted) throw error;
    return messageOf(error);
  } finally {
    failed.catch(() => {});
    session.destroy();
  }
}
