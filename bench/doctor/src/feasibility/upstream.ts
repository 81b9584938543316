import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { LOCALHOST } from '@holbench/process/network-side';

/** What a probe's Caddy stands in front of: an empty page and a WebSocket that says nothing. */
export interface Upstream extends AsyncDisposable {
  /** Such as "127.0.0.1:34567". */
  readonly host: string;
  /** Which protocol each client that opened a WebSocket spoke to Caddy, such as "HTTP/2.0". */
  readonly webSockets: readonly string[];
}

/** RFC 6455, section 1.3. */
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** As the Caddyfile names it. */
const CLIENT_PROTOCOL = 'holbench-client-protocol';

export async function startUpstream(): Promise<Upstream> {
  const webSockets: string[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>probe</title>');
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    sockets.add(socket);
    socket.on('error', () => {}).resume();
    webSockets.push(String(request.headers[CLIENT_PROTOCOL]));
    const key = `${request.headers['sec-websocket-key']}${WEBSOCKET_GUID}`;
    const accept = createHash('sha1').update(key).digest('base64');
    const lines = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`];
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
  });
  server.listen(0, LOCALHOST.address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `${LOCALHOST.address}:${port}`,
    webSockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
