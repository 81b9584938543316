import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { hasCode, UserError } from '@holbench/process/user-error';
import { doorOf } from './door.ts';

/** Files by their paths below an address, with "/" between folders. */
export type ServedFiles = ReadonlyMap<string, string | Uint8Array>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.csv': 'text/csv; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
};

export interface ServeOptions {
  /** Address to listen on. */
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Without it no request is answered; null or missing: all are. */
  readonly token?: string | null;
  /**
   * Answers what is no file.
   * @param origin of the server, by the name that was asked for.
   * @returns false for a request that it has not answered.
   */
  readonly handle?: (request: IncomingMessage, response: ServerResponse, origin: string) => boolean;
}

export interface ServedFolder extends AsyncDisposable {
  readonly address: string;
}

/**
 * Serves files. A request is compared with known addresses and never becomes a path. A request for another host
 * is refused: a foreign page may have made its name lead here.
 * @throws UserError when the port is in use.
 */
export async function serveFiles(
  files: Pick<ServedFiles, 'get'>,
  { host, port, token = null, handle }: ServeOptions,
): Promise<ServedFolder> {
  const door = token === null ? null : doorOf(token);
  const addressOf = (name: string, at: number | undefined): URL => new URL(`http://${name}:${at}/`);
  const names = [host, 'localhost'];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (door?.handles(request, response)) return;
    const { headers, socket } = request;
    const hosts = names.map((name) => addressOf(name, socket.localPort).host);
    if (!hosts.includes(headers.host ?? '')) {
      return refuse(response, 421, 'this server is not that host');
    }
    if (handle?.(request, response, `http://${headers.host}`)) return;
    answer(files, request, response);
  };
  const server = createServer(listener);
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    if (hasCode(error, 'EACCES')) {
      throw new UserError(`port ${port} needs root; give another one with --port, from 1024 on`);
    }
    if (!hasCode(error, 'EADDRINUSE')) throw error;
    throw new UserError(`port ${port} is in use; give another one with --port`);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no TCP address');
  return {
    address: addressOf(host, bound.port).href,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(
  files: Pick<ServedFiles, 'get'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method = '', url = '/' } = request;
  if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405, 'only GET and HEAD');
  const path = decoded(url.slice(1).split('?')[0] ?? '');
  const name = path === '' ? 'index.html' : path;
  const body = name === null ? undefined : files.get(name);
  if (name === null || body === undefined) return refuse(response, 404, 'no such file');
  response.writeHead(200, {
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // A policy in the page itself cannot say this.
    'content-security-policy': "frame-ancestors 'self'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  response.end(method === 'HEAD' ? undefined : body);
}

/** As any web server reads an address; null: it is none. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Answers with a line of text. */
export function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${reason}\n`);
}

/** All files of a folder, by their paths in it. */
export async function readFolder(folder: string): Promise<[string, Uint8Array][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // Of a report that is being written there are hidden files.
  const files = entries.filter(
    (entry) => entry.isFile() && !relative(folder, entry.parentPath).startsWith('.'),
  );
  return Promise.all(
    files.map(async ({ parentPath, name }): Promise<[string, Uint8Array]> => {
      const path = join(parentPath, name);
      return [relative(folder, path).split(sep).join('/'), new Uint8Array(await readFile(path))];
    }),
  );
}
