/** A combination of transport and server that is no variant, as it was last tried. */
interface Combination {
  readonly what: string;
  readonly works: boolean;
  /** What was seen, in the words of its test. */
  readonly evidence: string;
  readonly versions: string;
  readonly tested: `${number}-${number}-${number}`;
}

const CHROMIUM = 'Chromium 156.0.8078.108';
const CADDY = `Caddy 2.11.7 (quic-go 0.63.0), ${CHROMIUM}`;

/**
 * By id, which begins the name of its test in `tests/feasibility`: a real server, and a real Chromium that asks it. The
 * test fails when it sees anything else than stands here.
 */
export const COMBINATIONS = {
  'node-http3': {
    what: 'HTTP/3 in Node itself',
    works: false,
    evidence:
      "import('node:quic') ends with “No such built-in module: node:quic”. The option --experimental-quic does not help.",
    versions: 'Node 26.12.1 and 24.21.0',
    tested: '2026-11-27',
  },
  'nginx-http3': {
    what: 'HTTP/3 in Debian’s nginx',
    works: false,
    evidence:
      'Its check of a configuration with “listen … quic” ends with “invalid parameter "quic"”. nginx has HTTP/3 from 1.25 on.',
    versions: 'nginx 1.22.1',
    tested: '2026-11-29',
  },
  'uws-http2': {
    what: 'HTTP/2 in uWebSockets.js',
    works: false,
    evidence:
      'It exports App, SSLApp, H3App. SSLApp, offered h2 and http/1.1 by ALPN, chooses neither. A request over HTTP/2 ends with “Protocol error”.',
    versions: 'uWebSockets.js 3.0.6 in Node 20.20.2',
    tested: '2026-11-27',
  },
  'uws-http3': {
    what: 'HTTP/3 in uWebSockets.js',
    works: false,
    evidence: 'H3App listens. Chromium’s request ends with net::ERR_QUIC_PROTOCOL_ERROR.',
    versions: `uWebSockets.js 3.0.6 in Node 20.20.2, ${CHROMIUM}`,
    tested: '2026-11-27',
  },
  'websocket-http2-node': {
    what: 'WebSocket over HTTP/2 (RFC 8441) to node-http2',
    works: false,
    evidence:
      'node:http2 does not announce extended CONNECT. The WebSocket of its page is closed with code 1006, net::ERR_SSL_PROTOCOL_ERROR.',
    versions: `Node 26.12.1, ${CHROMIUM}`,
    tested: '2026-11-27',
  },
  'websocket-http2-caddy': {
    what: 'WebSocket over HTTP/2 (RFC 8441) to Caddy, by default',
    works: false,
    evidence:
      'Caddy does not announce extended CONNECT, and a page over HTTP/2 opens its WebSocket over HTTP/1.1. With GODEBUG=http2xconnect=1, as in caddy-ws-http2, Caddy announces extended CONNECT, and the WebSocket opens over HTTP/2.0.',
    versions: CADDY,
    tested: '2026-11-27',
  },
  'websocket-http3-caddy': {
    what: 'WebSocket over HTTP/3 (RFC 9220) to Caddy',
    works: false,
    evidence:
      'Caddy allows it (SETTINGS_ENABLE_CONNECT_PROTOCOL 1, SETTINGS_MAX_FIELD_SECTION_SIZE 16384), but a page over HTTP/3 opens its WebSocket over HTTP/1.1.',
    versions: CADDY,
    tested: '2026-11-27',
  },
  'webtransport-caddy': {
    what: 'WebTransport to Caddy',
    works: false,
    evidence:
      'Caddy sends no setting of WebTransport (SETTINGS_ENABLE_CONNECT_PROTOCOL 1, SETTINGS_MAX_FIELD_SECTION_SIZE 16384). A page’s WebTransport ends with net::ERR_METHOD_NOT_SUPPORTED.',
    versions: CADDY,
    tested: '2026-11-27',
  },
  'http3-unforced': {
    what: 'HTTP/3 by Alt-Svc alone, without --origin-to-force-quic-on, private certificate',
    works: false,
    evidence:
      'With certificate errors ignored Chromium tries no QUIC; with the key named by --ignore-certificate-errors-spki-list it tries QUIC, which ends with “TLS handshake failure (ENCRYPTION_HANDSHAKE) 46: certificate unknown”. All pages and requests of both come over h2.',
    versions: CADDY,
    tested: '2026-11-27',
  },
} satisfies Record<string, Combination>;
