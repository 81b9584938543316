/**
 * The variants, as data: bench, tests, client and report iterate this list. A new variant is a
 * server file and an entry here (CONTRIBUTING.md).
 */

export type VariantId =
  | 'node-ws'
  | 'node-http1'
  | 'node-http2'
  | 'uws-ws'
  | 'uws-http1'
  | 'caddy-http3';

export interface Variant {
  readonly id: VariantId;
  /** Code of the published tables. */
  readonly code: string;
  /** For headings. */
  readonly title: string;
  /** Which of the page's two transports drives it. */
  readonly transport: 'websocket' | 'http';
  /** What every sample must prove (`Sample.outcome.protocol`). */
  readonly protocol: 'websocket' | 'http/1.1' | 'h2' | 'h3';
  /** The server program, by its folder under `servers/` and its file name without ending. */
  readonly server: { readonly folder: 'node' | 'uws'; readonly entry: string };
  /** The proxy that clients talk to, if any. */
  readonly proxy: 'caddy-http3' | null;
  /** Requests in the server's own counters are named so (`LabRequest.protocol`). */
  readonly serverProtocol: string;
  /** Default port of `pnpm serve`. */
  readonly port: number;
  /** Colour in every plot (Okabe and Ito's colour-blind-safe palette). */
  readonly colour: string;
}

export const VARIANTS: readonly Variant[] = [
  {
    id: 'node-ws',
    code: 'A1',
    title: 'WebSocket, Node (ws)',
    transport: 'websocket',
    protocol: 'websocket',
    server: { folder: 'node', entry: 'ws' },
    proxy: null,
    serverProtocol: 'websocket',
    port: 8441,
    colour: '#0072B2',
  },
  {
    id: 'node-http1',
    code: 'A2',
    title: 'HTTP/1.1 + SSE, Node (Fastify)',
    transport: 'http',
    protocol: 'http/1.1',
    server: { folder: 'node', entry: 'http1' },
    proxy: null,
    serverProtocol: 'HTTP/1.1',
    port: 8442,
    colour: '#E69F00',
  },
  {
    id: 'node-http2',
    code: 'A3',
    title: 'HTTP/2 + SSE, Node (Fastify)',
    transport: 'http',
    protocol: 'h2',
    server: { folder: 'node', entry: 'http2' },
    proxy: null,
    serverProtocol: 'HTTP/2.0',
    port: 8443,
    colour: '#009E73',
  },
  {
    id: 'uws-ws',
    code: 'B1',
    title: 'WebSocket, uWebSockets.js',
    transport: 'websocket',
    protocol: 'websocket',
    server: { folder: 'uws', entry: 'ws' },
    proxy: null,
    serverProtocol: 'websocket',
    port: 8444,
    colour: '#56B4E9',
  },
  {
    id: 'uws-http1',
    code: 'B2',
    title: 'HTTP/1.1 + SSE, uWebSockets.js',
    transport: 'http',
    protocol: 'http/1.1',
    server: { folder: 'uws', entry: 'http1' },
    proxy: null,
    serverProtocol: 'HTTP/1.1',
    port: 8445,
    colour: '#CC79A7',
  },
  {
    id: 'caddy-http3',
    code: 'C1',
    title: 'HTTP/3 + SSE, Caddy',
    transport: 'http',
    protocol: 'h3',
    server: { folder: 'node', entry: 'http1-cleartext' },
    proxy: 'caddy-http3',
    serverProtocol: 'HTTP/3.0',
    port: 8446,
    colour: '#D55E00',
  },
];

/** @throws Error naming the known ids, for an unknown one. */
export function variant(id: string): Variant {
  const found = VARIANTS.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`unknown variant "${id}"; known: ${variantIds().join(', ')}`);
  return found;
}

export function variantIds(): VariantId[] {
  return VARIANTS.map(({ id }) => id);
}
