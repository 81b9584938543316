import { fileURLToPath } from 'node:url';
import type { Listener } from '@holbench/variants/listener';
import type { Variant, VariantProxy } from '@holbench/variants/registry';

/** A Caddyfile of this folder and the environment variables that it refers to. */
export interface Caddyfile {
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What clients may take. */
interface ProxyLimits {
  /** Requests at once of all clients over HTTP/2 and HTTP/3. */
  readonly proxyRequests: number;
  /** Time for a client to read something of what waits for it, in ms; null: a Caddy that cannot limit it. */
  readonly proxyStallMs: number | null;
}

interface CaddyOptions {
  /** Of the variant: WebSockets over HTTP/2 need a switch. */
  readonly transport: Variant['transport'];
  /** Of a request. */
  readonly maxBodyBytes: number;
  /** Without the advice, Caddy recognizes events, and writes these at once by itself. */
  readonly buffering: 'advised' | 'as-shipped';
}

/**
 * Protocols that Caddy enables, those that its TLS offers (ALPN), and those whose requests it takes.
 * Caddy has no HTTP/2 without HTTP/1.1, and Go's TLS lets a client that offers HTTP/1.1 alone in where
 * only HTTP/2 is offered (golang/go#46310).
 */
const OFFERS: Readonly<
  Record<
    VariantProxy['protocol'],
    { readonly protocols: string; readonly alpn: string; readonly taken: string }
  >
> = {
  'http/1.1': { protocols: 'h1', alpn: 'http/1.1', taken: 'http/1.0+' },
  h2: { protocols: 'h1 h2', alpn: 'h2', taken: 'http/2+' },
  h3: { protocols: 'h3', alpn: 'h3', taken: 'http/3+' },
};

/**
 * Go's switch for extended CONNECT (RFC 8441), without which a WebSocket is not opened over HTTP/2: off by default
 * because browsers then use it, whether or not the server behind can (golang/go#71128).
 */
const EXTENDED_CONNECT = { GODEBUG: 'http2xconnect=1' } as const;

/**
 * From here on Go collects its garbage more often; else a burst of requests leaves twice the memory behind that it needed. More than
 * Caddy has had in an experiment of the lab, so none is slower for it. Where clients may have many requests on a connection, the
 * smaller one takes more memory: collecting takes the time in which requests would end.
 */
const MEMORY = { ofOneRequest: '192MiB', ofMany: '256MiB' } as const;

/**
 * A proxy.
 * @param protocol the one offered to clients.
 * @param socket path of the Unix socket of a server of HTTP/1.1 without TLS.
 */
export function caddyProxy(
  listener: Listener,
  protocol: keyof typeof OFFERS,
  socket: string,
  { proxyRequests, proxyStallMs }: ProxyLimits,
  { transport, buffering, maxBodyBytes }: CaddyOptions,
): Caddyfile {
  const { protocols, alpn, taken } = OFFERS[protocol];
  const hasStreams = protocol !== 'http/1.1';
  const hasWebSockets = protocol === 'h2' && transport === 'websocket';
  return caddyfile('proxy', listener, {
    HOLBENCH_PROTOCOLS: protocols,
    HOLBENCH_ALPN: alpn,
    // Chromium opens a WebSocket in HTTP/2 only where it has a connection: the first one after a restart is HTTP/1.1.
    HOLBENCH_TAKEN: hasWebSockets ? OFFERS['http/1.1'].taken : taken,
    HOLBENCH_FLUSH: buffering === 'advised' ? 'flush_interval -1' : '',
    HOLBENCH_UPSTREAM: `unix/${socket}`,
    HOLBENCH_MAX_BODY_BYTES: String(maxBodyBytes),
    // Caddy has no option for the streams of a connection: 250 over HTTP/2, and 100 over HTTP/3. So 900 clients that read
    // nothing cost it 2.7 GB and more (docs/decisions/0043-bounds-by-bytes.md). A connection over HTTP/1.1 has one request; 0: no limit.
    HOLBENCH_MOST_REQUESTS: String(hasStreams ? proxyRequests : 0),
    HOLBENCH_STALL_LIMIT: proxyStallMs === null ? '' : `write_idle ${proxyStallMs}ms`,
    GOMEMLIMIT: hasStreams && transport === 'http' ? MEMORY.ofMany : MEMORY.ofOneRequest,
    ...(hasWebSockets && EXTENDED_CONNECT),
  });
}

/** A static file server over HTTP/3, for tests of what speaks QUIC. @param folder what it serves. */
export function http3Static(listener: Listener, folder: string): Caddyfile {
  return caddyfile('http3-static', listener, { HOLBENCH_ROOT: folder });
}

function caddyfile(
  name: string,
  { host, port, cert, key }: Listener,
  environment: Readonly<Record<string, string>>,
): Caddyfile {
  return {
    path: fileURLToPath(new URL(`../${name}.Caddyfile`, import.meta.url)),
    environment: {
      HOLBENCH_HOST: host,
      HOLBENCH_PORT: String(port),
      HOLBENCH_CERT: cert,
      HOLBENCH_KEY: key,
      ...environment,
    },
  };
}
