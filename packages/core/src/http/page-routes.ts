import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { NO_STORE } from './responses.ts';
import type { Route } from './route.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/**
 * COOP and COEP make the page cross-origin isolated, which gives `performance.now()` a resolution
 * of 5 µs instead of 100 µs.
 */
const PAGE_HEADERS = {
  ...NO_STORE,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
    "img-src 'self' data:; connect-src 'self' wss:; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/**
 * One route per file of the built page, read into memory once. A request is compared with known
 * addresses and never becomes a path.
 */
export async function pageRoutes(folder: string): Promise<Route[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const routes = entries.map(async (entry): Promise<Route[]> => {
    const type = TYPES[extname(entry.name)];
    if (type === undefined || !entry.isFile()) return [];
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    const body = new Uint8Array(await readFile(path));
    const response = {
      status: 200,
      headers: { ...PAGE_HEADERS, 'content-type': type },
      contentLength: body.byteLength,
      body,
    };
    return [
      {
        method: 'GET',
        path: address === '/index.html' ? '/' : address,
        maxBodyBytes: 0,
        handle: async () => response,
      },
    ];
  });
  return (await Promise.all(routes)).flat();
}
