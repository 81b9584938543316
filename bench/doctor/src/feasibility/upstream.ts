import { once } from 'node:events';
import { createServer } from 'node:http';
import { LOCALHOST } from '@holbench/process/network-side';
import { freePort } from '@holbench/harness/port';
import { CLIENT_PROTOCOL_HEADER } from '@holbench/variants/registry';
import { WebSocketServer } from 'ws';

/** The server behind a test's Caddy: an empty page and a silent WebSocket. */
export interface Upstream extends AsyncDisposable {
  /** Such as "127.0.0.1:34567". */
  readonly host: string;
  /** The protocol to Caddy of each client that opened a WebSocket, such as "HTTP/2.0". */
  readonly webSockets: readonly string[];
}

export async function startUpstream(): Promise<Upstream> {
  const protocols: string[] = [];
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>test</title>');
  });
  const webSockets = new WebSocketServer({ server });
  webSockets.on('connection', (webSocket, request) => {
    webSocket.on('error', () => {});
    protocols.push(String(request.headers[CLIENT_PROTOCOL_HEADER]));
  });
  const port = await freePort(LOCALHOST.address);
  server.listen(port, LOCALHOST.address);
  await once(server, 'listening');
  return {
    host: `${LOCALHOST.address}:${port}`,
    webSockets: protocols,
    [Symbol.asyncDispose]: async () => {
      for (const webSocket of webSockets.clients) webSocket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
