import type { IncomingMessage } from 'node:http';
import { type ClientHttp2Stream, connect, type IncomingHttpHeaders } from 'node:http2';
import { Agent, request as httpsRequest } from 'node:https';
import { PassThrough, type Readable } from 'node:stream';
import type { Protocol, QuicProtocol } from '@holbench/variants/protocols';
import { fieldsOf, HttpClient, type HttpConnection } from './http-client.ts';
import type { RawClient } from './raw-client.ts';
import { RawWebSocket, TIMEOUT_MS } from './web-socket.ts';

/** As many connections as a browser opens to one origin. */
const BROWSER_CONNECTIONS = 6;

/** Protocols of Node.js itself, which speaks none over QUIC. */
export type TcpProtocol = Exclude<Protocol, QuicProtocol>;
export type HttpTcpProtocol = Exclude<TcpProtocol, 'websocket'>;

/**
 * @param connections Limit of HTTP/1.1 connections, a browser's by default.
 * @param timeoutMs Time limit of a WebSocket's answer.
 */
export async function openRawClient(
  protocol: TcpProtocol,
  origin: string,
  { connections = BROWSER_CONNECTIONS, timeoutMs = TIMEOUT_MS } = {},
): Promise<RawClient> {
  if (protocol === 'websocket') return RawWebSocket.open(origin, { timeoutMs });
  return openHttpClient(protocol, origin, connections);
}

export function openHttpClient(
  protocol: HttpTcpProtocol,
  origin: string,
  connections = BROWSER_CONNECTIONS,
): HttpClient {
  const isHttp2 = protocol === 'h2';
  return new HttpClient(isHttp2 ? http2Connection(origin) : http1Connection(origin, connections));
}

/** HTTP/1.1 over up to `connections` connections. The lab's own certificates are not verified. */
function http1Connection(origin: string, connections: number): HttpConnection {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false });
  return {
    headersAreFlowControlled: false,
    request: async (request) => {
      const { method, path, body } = request;
      const sent = httpsRequest({
        agent,
        hostname,
        port,
        path,
        method: method ?? 'GET',
        headers: fieldsOf(request),
      });
      const response = new Promise<IncomingMessage>((resolve, reject) => {
        sent.once('response', resolve);
        sent.on('error', reject);
      });
      sent.end(body);
      const message = await response;
      // An unread body fails when this client leaves.
      message.on('error', () => {});
      return { status: message.statusCode ?? 0, headers: message.headers, body: message };
    },
    close: async () => agent.destroy(),
  };
}

/** HTTP/2 over one session. The lab's own certificates are not verified. */
function http2Connection(origin: string): HttpConnection {
  const session = connect(origin, { rejectUnauthorized: false });
  // Without a listener, a session ended by the server would end this process. Its streams report
  // the error.
  session.on('error', () => {});
  return {
    headersAreFlowControlled: false,
    request: async (request) => {
      const { method, path, body } = request;
      const stream = session.request({
        ':method': method ?? 'GET',
        ':path': path,
        ...fieldsOf(request),
      });
      const head = new Promise<IncomingHttpHeaders>((resolve, reject) => {
        stream.once('response', resolve);
        stream.on('error', reject);
        stream.once('close', () => reject(new Error(`${path}: the stream closed`)));
      });
      stream.end(body);
      const received = await head;
      return { status: Number(received[':status']), headers: received, body: bodyOf(stream) };
    },
    close: async () => session.destroy(),
  };
}

/**
 * What a stream carries. To who iterates over the stream itself, Node 24.20 says "Premature close" if head,
 * body and end came in one packet, as from Envoy (nodejs/node#65677).
 */
function bodyOf(stream: ClientHttp2Stream): Readable {
  const body = new PassThrough();
  // An unread body fails when this client leaves.
  body.on('error', () => {});
  stream.on('error', (error) => body.destroy(error));
  stream.once('close', () => {
    if (!stream.readableEnded) body.destroy(new Error('the stream closed before its end'));
  });
  return stream.pipe(body);
}
