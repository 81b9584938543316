/**
 * The protocol that every sample must prove (`Sample.outcome.protocol`): the ALPN name in
 * `nextHopProtocol`, a WebSocket, or a session of WebTransport.
 */
export const PROTOCOLS = ['http/1.1', 'h2', 'h3', 'websocket', 'webtransport'] as const;
export type Protocol = (typeof PROTOCOLS)[number];
export type HttpVersion = Exclude<Protocol, 'websocket' | 'webtransport'>;

/** Those over QUIC, which Node does not speak; the others are over TCP. */
export type QuicProtocol = 'h3' | 'webtransport';

export function isOverQuic(protocol: Protocol): protocol is QuicProtocol {
  return protocol === 'h3' || protocol === 'webtransport';
}

/** For headings and sentences. */
export const PROTOCOL_NAMES: Readonly<Record<Protocol, string>> = {
  h2: 'HTTP/2',
  h3: 'HTTP/3',
  'http/1.1': 'HTTP/1.1',
  websocket: 'WebSocket',
  webtransport: 'WebTransport',
};

/** Of a variant: what its samples prove, and what its proxy offers. */
interface Spoken {
  readonly protocol: Protocol;
  readonly proxy: { readonly protocol: HttpVersion } | null;
}

/** The version of HTTP that carries a variant's page, and opens its WebSocket. WebTransport has a connection of its own. */
export function httpProtocol({ protocol, proxy }: Spoken): HttpVersion {
  const isHttp = protocol !== 'websocket' && protocol !== 'webtransport';
  return isHttp ? protocol : (proxy?.protocol ?? 'http/1.1');
}

/** The name of a version of HTTP in a server's own counters (`ServerSummary.requests`). */
export const SERVER_PROTOCOLS: Readonly<Record<HttpVersion, string>> = {
  'http/1.1': 'HTTP/1.1',
  h2: 'HTTP/2.0',
  h3: 'HTTP/3.0',
};

/** The name there of a WebSocket, by the version that it was opened over: 'websocket' is over HTTP/1.1. */
export function webSocketOver(version: string): string {
  return version === SERVER_PROTOCOLS['http/1.1'] ? 'websocket' : `websocket over ${version}`;
}

/** The name there of a variant's requests, of its WebSockets, or of its requests by WebTransport. */
export function serverProtocol(variant: Spoken): string {
  if (variant.protocol === 'webtransport') return 'webtransport';
  const version = SERVER_PROTOCOLS[httpProtocol(variant)];
  return variant.protocol === 'websocket' ? webSocketOver(version) : version;
}
