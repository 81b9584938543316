import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { extname } from 'node:path';
import { hasCode, messageOf, UserError } from '@holbench/process/user-error';
import type { DemoFiles } from './demo-files.ts';
import { doorOf } from './live/door.ts';
import { type Control, readControl } from './live/control.ts';
import { CONTROL_PATH } from './race/race.ts';
import { readSave, type SaveRequest } from './save/save-request.ts';
import { SAVE_PATH, type SaveAnswer } from './save/seen.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

export interface ServeOptions {
  /** Address to listen on. */
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Certificate and key, PEM; null: without TLS. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  /** Without it no request is answered; null or missing: all are. */
  readonly token?: string | null;
  /** Is given what the page asks for; missing: it can ask for nothing. */
  readonly onControl?: (control: Control) => void;
  /** Saves what the page has seen; missing: it cannot be saved. */
  readonly onSave?: (asked: SaveRequest) => Promise<SaveAnswer>;
}

export interface ServedDemo extends AsyncDisposable {
  readonly address: string;
}

/**
 * Serves files. A request is compared with known addresses and never becomes a path. A request for another host
 * is refused: a foreign page may have made its name lead here.
 * @throws UserError when the port is in use.
 */
export async function serveDemo(
  files: DemoFiles,
  { host, port, tls, token = null, onControl, onSave }: ServeOptions,
): Promise<ServedDemo> {
  const door = token === null ? null : doorOf(token);
  const addressOf = (name: string, at: number | undefined): URL =>
    new URL(`${tls === null ? 'http' : 'https'}://${name}:${at}/`);
  // Lanes let one origin frame them, and a live page may ask for more.
  const names = tls === null ? [host, 'localhost'] : [host];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (door?.handles(request, response)) return;
    const { method, url, socket } = request;
    // Without the port that is the usual one, as browsers have it.
    const { origin } = addressOf(host, socket.localPort);
    if (method === 'POST' && url === `/${CONTROL_PATH}` && onControl !== undefined) {
      return void control(request, response, origin, onControl);
    }
    if (method === 'POST' && url === `/${SAVE_PATH}` && onSave !== undefined) {
      return void save(request, response, origin, onSave);
    }
    const hosts = names.map((name) => addressOf(name, socket.localPort).host);
    answer(files, hosts, request, response);
  };
  const server = tls === null ? createServer(listener) : createTlsServer(tls, listener);
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

async function control(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
  onControl: (control: Control) => void,
): Promise<void> {
  try {
    const asked = await readControl(request, origin);
    // What is asked for ends this server.
    response.writeHead(202).end(() => onControl(asked));
  } catch (error) {
    refuse(response, 400, messageOf(error));
  }
}

async function save(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
  onSave: (asked: SaveRequest) => Promise<SaveAnswer>,
): Promise<void> {
  try {
    const answered = JSON.stringify(await onSave(await readSave(request, origin)));
    response.writeHead(200, { 'content-type': 'application/json' }).end(answered);
  } catch (error) {
    refuse(response, 400, messageOf(error));
  }
}

function answer(
  files: DemoFiles,
  hosts: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method = '', url = '/', headers } = request;
  if (!hosts.includes(headers.host ?? ''))
    return refuse(response, 421, 'this server is not that host');
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
    // Frames of it are cross-origin isolated: their clock has 5 µs.
    // A policy in the page itself cannot say this.
    'content-security-policy': "frame-ancestors 'none'",
    'origin-agent-cluster': '?1',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
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

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${reason}\n`);
}
