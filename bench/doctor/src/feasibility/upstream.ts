import { once } from 'node:events';
import { createServer } from 'node:http';
import { CLIENT_PROTOCOL_HEADER } from '@holbench/variants/registry';
import { WebSocketServer } from 'ws';

/** The server behind a test's Caddy: an empty page and a silent WebSocket. */
export interface Upstream extends AsyncDisposable {
  /** The protocol to Caddy of each client that opened a WebSocket, such as "HTTP/2.0". */
  readonly webSockets: readonly string[];
}

/** @param socket path of the Unix socket to listen on. */
export async function startUpstream(socket: string): Promise<Upstream> {
  const protocols: string[] = [];
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>test</title>');
  });
  const webSockets = new WebSocketServer({ server });
  webSockets.on('connection', (webSocket, request) => {
    webSocket.on('error', () => {});
    protocols.push(String(request.headers[CLIENT_PROTOCOL_HEADER]));
  });
  server.listen(socket);
  await once(server, 'listening');
  return {
    webSockets: protocols,
    [Symbol.asyncDispose]: async () => {
      for (const webSocket of webSockets.clients) webSocket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
