import type { HttpVersion, Protocol } from './protocols.ts';
import type { StackId } from './stacks.ts';

/**
 * The variants, as data: bench, tests, client and report iterate this list. A new variant is a
 * server file and an entry here; behind a proxy that the lab has, an entry alone
 * (CONTRIBUTING.md).
 */

/** Behaviour that a client sees in a variant, but not in all variants of the same protocol. */
export type Capability =
  /** It writes HTTP/2 itself and obeys the factors `http2-window` and `http2-write`. */
  | 'http2-settings'
  /**
   * Its HTTP library reads address and body before it looks for a route. An unknown address is a
   * 400 if it cannot be decoded, and a 413 if the body is too large. Without this, each is a 404.
   */
  | 'checks-before-routing'
  /** Its WebSocket library closes with the code of the broken rule. */
  | 'close-codes'
  /** Its QUIC uses the congestion control that a client asks for: the factor `quic-cc`. */
  | 'quic-congestion-control'
  /** It has neither mutations nor events: the small messages beside a transfer are loads alone. */
  | 'no-events';

/** The request header by which a proxy tells its server the client's protocol, such as "HTTP/3.0". */
export const CLIENT_PROTOCOL_HEADER = 'holbench-client-protocol';
/** Address and port of the client, which a proxy tells the server behind it: whose uploads they are. */
export const CLIENT_HEADER = 'holbench-client';

/** The proxy that clients talk to. */
export interface VariantProxy {
  /** A file of `bench/harness/src/proxies` and a template. */
  readonly kind: 'caddy' | 'envoy' | 'nginx' | 'gateway';
  /** The only version of HTTP that it offers to clients: that of a WebSocket's opening, and of WebTransport's page. */
  readonly protocol: HttpVersion;
}

/** A package that does not load in every Node.js. */
export type NativePackage = 'uWebSockets.js' | 'spdy';

/** A program of servers/. */
export interface ServerProgram {
  /** Under `servers/`. */
  readonly folder: string;
  /** File name without ending. */
  readonly entry: string;
  /** Its server runs on the newest Node in which this loads; missing: on the newest. */
  readonly needs?: NativePackage;
}

/** Names of proxies, for a text. */
export const PROXY_NAMES: Readonly<Record<VariantProxy['kind'], string>> = {
  caddy: 'Caddy',
  envoy: 'Envoy',
  nginx: 'nginx',
  gateway: 'the gateway',
};

export interface Variant {
  readonly id: string;
  /** Code of the published tables. */
  readonly code: string;
  /** For headings. */
  readonly title: string;
  /**
   * `default`: runs where no variants are chosen. `control`: runs only where it is named. `own`: a server that is not
   * the lab's, at a target.
   */
  readonly group: 'default' | 'control' | 'own';
  /** Which of the page's three transports drives it. */
  readonly transport: 'websocket' | 'http' | 'webtransport';
  readonly protocol: Protocol;
  /**
   * Behind a proxy it serves HTTP/1.1 without TLS. Null: the lab has none, and never starts it.
   */
  readonly server: ServerProgram | null;
  readonly proxy: VariantProxy | null;
  /** Who speaks the protocol to clients. A new one is an entry in stacks.ts. Null: not known. */
  readonly stack: StackId | null;
  /** Requests that its HTTP/2 or HTTP/3 lets a browser have under way on a connection; missing: not known. */
  readonly streams?: number;
  readonly capabilities: readonly Capability[];
  /** Default port of `pnpm serve`, or of an example. */
  readonly port: number;
  /** Colour in every plot, of colour-blind-safe palettes: Okabe and Ito's; of controls Paul Tol's. */
  readonly colour: string;
}

/** One that the lab has. */
export interface LabVariant extends Variant {
  readonly group: 'default' | 'control';
  readonly server: NonNullable<Variant['server']>;
  readonly stack: StackId;
}

export const VARIANTS: readonly LabVariant[] = [
  {
    id: 'node-ws',
    code: 'A1',
    title: 'WebSocket, Node (ws)',
    group: 'default',
    transport: 'websocket',
    protocol: 'websocket',
    server: { folder: 'node', entry: 'ws' },
    proxy: null,
    stack: 'node websocket',
    capabilities: ['checks-before-routing', 'close-codes'],
    port: 8441,
    colour: '#0072B2',
  },
  {
    id: 'node-http1',
    code: 'A2',
    title: 'HTTP/1.1 + SSE, Node (Fastify)',
    group: 'default',
    transport: 'http',
    protocol: 'http/1.1',
    server: { folder: 'node', entry: 'http1' },
    proxy: null,
    stack: 'node http/1.1',
    capabilities: ['checks-before-routing'],
    port: 8442,
    colour: '#E69F00',
  },
  {
    id: 'node-http2',
    code: 'A3',
    title: 'HTTP/2 + SSE, Node (Fastify)',
    group: 'default',
    transport: 'http',
    protocol: 'h2',
    server: { folder: 'node', entry: 'http2' },
    proxy: null,
    stack: 'node h2',
    streams: 100,
    capabilities: ['checks-before-routing', 'http2-settings'],
    port: 8443,
    colour: '#009E73',
  },
  {
    id: 'uws-ws',
    code: 'B1',
    title: 'WebSocket, uWebSockets.js',
    group: 'default',
    transport: 'websocket',
    protocol: 'websocket',
    server: { folder: 'uws', entry: 'ws', needs: 'uWebSockets.js' },
    proxy: null,
    stack: 'uws websocket',
    capabilities: [],
    port: 8444,
    colour: '#56B4E9',
  },
  {
    id: 'uws-http1',
    code: 'B2',
    title: 'HTTP/1.1 + SSE, uWebSockets.js',
    group: 'default',
    transport: 'http',
    protocol: 'http/1.1',
    server: { folder: 'uws', entry: 'http1', needs: 'uWebSockets.js' },
    proxy: null,
    stack: 'uws http/1.1',
    capabilities: [],
    port: 8445,
    colour: '#CC79A7',
  },
  {
    id: 'caddy-http3',
    code: 'C1',
    title: 'HTTP/3 + SSE, Caddy',
    group: 'default',
    transport: 'http',
    protocol: 'h3',
    server: { folder: 'node', entry: 'http1' },
    proxy: { kind: 'caddy', protocol: 'h3' },
    stack: 'caddy h3',
    streams: 100,
    capabilities: ['checks-before-routing'],
    port: 8446,
    colour: '#D55E00',
  },
  // The same proxy with the other protocols, before the servers of A1 and A2. What differs between C1 to
  // C4 is the protocol; what differs from A1 and A2 is the proxy.
  {
    id: 'caddy-http2',
    code: 'C2',
    title: 'HTTP/2 + SSE, Caddy',
    group: 'control',
    transport: 'http',
    protocol: 'h2',
    server: { folder: 'node', entry: 'http1' },
    proxy: { kind: 'caddy', protocol: 'h2' },
    stack: 'caddy h2',
    streams: 250,
    capabilities: ['checks-before-routing'],
    port: 8447,
    colour: '#117733',
  },
  {
    id: 'caddy-http1',
    code: 'C3',
    title: 'HTTP/1.1 + SSE, Caddy',
    group: 'control',
    transport: 'http',
    protocol: 'http/1.1',
    server: { folder: 'node', entry: 'http1' },
    proxy: { kind: 'caddy', protocol: 'http/1.1' },
    stack: 'caddy http/1.1',
    capabilities: ['checks-before-routing'],
    port: 8448,
    colour: '#999933',
  },
  {
    id: 'caddy-ws',
    code: 'C4',
    title: 'WebSocket, Caddy',
    group: 'control',
    transport: 'websocket',
    protocol: 'websocket',
    server: { folder: 'node', entry: 'ws' },
    proxy: { kind: 'caddy', protocol: 'http/1.1' },
    stack: 'caddy websocket',
    capabilities: ['checks-before-routing', 'close-codes'],
    port: 8449,
    colour: '#332288',
  },
  // As C4, in a stream of the HTTP/2 connection that carries the page (RFC 8441).
  {
    id: 'caddy-ws-http2',
    code: 'C5',
    title: 'WebSocket over HTTP/2, Caddy',
    group: 'control',
    transport: 'websocket',
    protocol: 'websocket',
    server: { folder: 'node', entry: 'ws' },
    proxy: { kind: 'caddy', protocol: 'h2' },
    stack: 'caddy websocket over h2',
    capabilities: ['checks-before-routing', 'close-codes'],
    port: 8455,
    colour: '#DDCC77',
  },
  // HTTP/2 as it was done before `node:http2`.
  {
    id: 'node-http2-spdy',
    code: 'A4',
    title: 'HTTP/2 + SSE, Express 4 (spdy), historical',
    group: 'control',
    transport: 'http',
    protocol: 'h2',
    server: { folder: 'node', entry: 'spdy', needs: 'spdy' },
    proxy: null,
    stack: 'spdy h2',
    streams: 100,
    capabilities: ['checks-before-routing'],
    port: 8454,
    colour: '#888888',
  },
  // Another proxy, with another implementation of QUIC, before the same servers.
  {
    id: 'envoy-http3',
    code: 'D1',
    title: 'HTTP/3 + SSE, Envoy',
    group: 'control',
    transport: 'http',
    protocol: 'h3',
    server: { folder: 'node', entry: 'http1' },
    proxy: { kind: 'envoy', protocol: 'h3' },
    stack: 'envoy h3',
    streams: 100,
    capabilities: ['checks-before-routing', 'quic-congestion-control'],
    port: 8450,
    colour: '#882255',
  },
  {
    id: 'envoy-http2',
    code: 'D2',
    title: 'HTTP/2 + SSE, Envoy',
    group: 'control',
    transport: 'http',
    protocol: 'h2',
    server: { folder: 'node', entry: 'http1' },
    proxy: { kind: 'envoy', protocol: 'h2' },
    stack: 'envoy h2',
    streams: 100,
    capabilities: ['checks-before-routing'],
    port: 8451,
    colour: '#44AA99',
  },
  {
    id: 'envoy-http1',
    code: 'D3',
    title: 'HTTP/1.1 + SSE, Envoy',
    group: 'control',
    transport: 'http',
    protocol: 'http/1.1',
    server: { folder: 'node', entry: 'http1' },
    proxy: { kind: 'envoy', protocol: 'http/1.1' },
    stack: 'envoy http/1.1',
    capabilities: ['checks-before-routing'],
    port: 8452,
    colour: '#AA4499',
  },
  {
    id: 'envoy-ws',
    code: 'D4',
    title: 'WebSocket, Envoy',
    group: 'control',
    transport: 'websocket',
    protocol: 'websocket',
    server: { folder: 'node', entry: 'ws' },
    proxy: { kind: 'envoy', protocol: 'http/1.1' },
    stack: 'envoy websocket',
    capabilities: ['checks-before-routing', 'close-codes'],
    port: 8453,
    colour: '#661100',
  },
  // The proxy that most servers have, before the same ones. Debian's has no HTTP/3.
  {
    id: 'nginx-http2',
    code: 'F1',
    title: 'HTTP/2 + SSE, nginx',
    group: 'control',
    transport: 'http',
    protocol: 'h2',
    server: { folder: 'node', entry: 'http1' },
    proxy: { kind: 'nginx', protocol: 'h2' },
    stack: 'nginx h2',
    streams: 128,
    capabilities: ['checks-before-routing'],
    port: 8457,
    colour: '#6699CC',
  },
  {
    id: 'nginx-http1',
    code: 'F2',
    title: 'HTTP/1.1 + SSE, nginx',
    group: 'control',
    transport: 'http',
    protocol: 'http/1.1',
    server: { folder: 'node', entry: 'http1' },
    proxy: { kind: 'nginx', protocol: 'http/1.1' },
    stack: 'nginx http/1.1',
    capabilities: ['checks-before-routing'],
    port: 8458,
    colour: '#AA4466',
  },
  {
    id: 'nginx-ws',
    code: 'F3',
    title: 'WebSocket, nginx',
    group: 'control',
    transport: 'websocket',
    protocol: 'websocket',
    server: { folder: 'node', entry: 'ws' },
    proxy: { kind: 'nginx', protocol: 'http/1.1' },
    stack: 'nginx websocket',
    capabilities: ['checks-before-routing', 'close-codes'],
    port: 8459,
    colour: '#004488',
  },
  // An experiment: requests as streams of one session, in front of the server of A2.
  {
    id: 'node-webtransport',
    code: 'E1',
    title: 'WebTransport, gateway on quinn (experimental)',
    group: 'control',
    transport: 'webtransport',
    protocol: 'webtransport',
    server: { folder: 'node', entry: 'http1' },
    proxy: { kind: 'gateway', protocol: 'http/1.1' },
    stack: 'gateway webtransport',
    capabilities: ['checks-before-routing'],
    port: 8456,
    colour: '#88CCEE',
  },
];

/**
 * Servers that are not the lab's: an engine of the reader's own that speaks the lab's wire protocol
 * (docs/your-own-server.md). They run only where `--target` leads to one, are never started here, and are in no list that
 * runs unasked. Who they are, their `GET /healthz` says.
 */
export const OWN_VARIANTS: readonly Variant[] = [
  {
    ...ofOthers('own-ws', 'O1', 'WebSocket, a server of your own'),
    transport: 'websocket',
    protocol: 'websocket',
    port: 8461,
    colour: '#CC6677',
  },
  {
    ...ofOthers('own-http1', 'O2', 'HTTP/1.1, a server of your own'),
    transport: 'http',
    protocol: 'http/1.1',
    port: 8462,
    colour: '#F0E442',
  },
  {
    ...ofOthers('own-http2', 'O3', 'HTTP/2, a server of your own'),
    transport: 'http',
    protocol: 'h2',
    port: 8463,
    colour: '#228833',
  },
  {
    ...ofOthers('own-http3', 'O4', 'HTTP/3, a server of your own'),
    transport: 'http',
    protocol: 'h3',
    port: 8464,
    colour: '#EE3377',
  },
];

/** What is the same of all: nothing is known of them but their protocol. */
function ofOthers(id: string, code: string, title: string) {
  return {
    id,
    code,
    title,
    group: 'own',
    server: null,
    proxy: null,
    stack: null,
    capabilities: ['no-events'],
  } as const;
}

/** Connections that a browser opens to an origin by HTTP/1.1, with a request on each. */
const HTTP1_CONNECTIONS = 6;

/** Requests that a browser has under way at once; more wait in it. Null: not known. */
export function requestsAtOnce({ transport, protocol, streams }: Variant): number | null {
  // Messages of one WebSocket, and streams of a session, of which a server here allows more than a page has.
  if (transport !== 'http') return Infinity;
  return protocol === 'http/1.1' ? HTTP1_CONNECTIONS : (streams ?? null);
}

/** Those that a run may have: the lab's, and servers of one's own at a target. */
export const KNOWN_VARIANTS: readonly Variant[] = [...VARIANTS, ...OWN_VARIANTS];

export const KNOWN_IDS: readonly string[] = KNOWN_VARIANTS.map(({ id }) => id);

/** @throws Error naming the known ids, for an unknown one. */
export function variant(id: string): Variant {
  const found = KNOWN_VARIANTS.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`unknown variant "${id}"; known: ${KNOWN_IDS.join(', ')}`);
  return found;
}

/** Whether an id is that of a server of one's own. */
export function isOwn(id: string): boolean {
  return OWN_VARIANTS.some((each) => each.id === id);
}

/** Ids of the lab's variants, or of a group of them. */
export function variantIds(group?: LabVariant['group']): string[] {
  return VARIANTS.flatMap((each) => (group === undefined || each.group === group ? each.id : []));
}

/** Names for several variants at once, where variants are chosen. */
export const VARIANT_SETS: Readonly<Record<string, readonly string[]>> = {
  controls: variantIds('control'),
  all: variantIds(),
};
