import { HttpClient } from './http-client.ts';
import { BROWSER_CONNECTIONS, http1Connection } from './http1.ts';
import { http2Connection } from './http2.ts';
import type { RawClient } from './raw-client.ts';
import { RawWebSocket, TIMEOUT_MS } from './web-socket.ts';

/** What Node.js speaks itself; for HTTP/3 there is `pageConnection`. */
export type TcpProtocol = 'websocket' | 'http/1.1' | 'h2';

/**
 * @param connections Limit of HTTP/1.1, a browser's by default.
 * @param timeoutMs Limit of a WebSocket's answer.
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
  protocol: 'http/1.1' | 'h2',
  origin: string,
  connections = BROWSER_CONNECTIONS,
): HttpClient {
  const isHttp2 = protocol === 'h2';
  return new HttpClient(isHttp2 ? http2Connection(origin) : http1Connection(origin, connections));
}
