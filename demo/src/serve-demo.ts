import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { hasCode, UserError } from '@holbench/process/user-error';
import type { DemoFiles } from './demo-files.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};
const LOOPBACK = '127.0.0.1';

export interface ServedDemo extends AsyncDisposable {
  readonly address: string;
}

/**
 * Serves files on this machine's loopback. A request is compared with known addresses and never becomes a
 * path. A request for another host is refused: a foreign page may have made its name lead here.
 * @param port 0: a free one.
 * @throws UserError when the port is in use.
 */
export async function serveDemo(files: DemoFiles, port: number): Promise<ServedDemo> {
  const server = createServer((request, response) => answer(files, request, response));
  server.listen(port, LOOPBACK);
  await once(server, 'listening').catch((error: unknown) => {
    if (!hasCode(error, 'EADDRINUSE')) throw error;
    throw new UserError(`port ${port} is in use; give another one with --port`);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return {
    address: `http://${LOOPBACK}:${address.port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(files: DemoFiles, request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '/', headers, socket } = request;
  const refuse = (status: number, reason: string) =>
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${reason}\n`);
  if (
    headers.host !== `${LOOPBACK}:${socket.localPort}` &&
    headers.host !== `localhost:${socket.localPort}`
  ) {
    return void refuse(421, 'this server is not that host');
  }
  if (method !== 'GET' && method !== 'HEAD') return void refuse(405, 'only GET and HEAD');
  const [path = ''] = url.slice(1).split('?');
  const name = path === '' ? 'index.html' : path;
  const body = files.get(name);
  if (body === undefined) return void refuse(404, 'no such file');
  response.writeHead(200, {
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  response.end(method === 'HEAD' ? undefined : body);
}
