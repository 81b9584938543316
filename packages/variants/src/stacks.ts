import { httpProtocol, type Variant } from './registry.ts';

/**
 * What carries the bytes of a variant's server to the browser, and back, as it ships. Figures depend on it
 * as much as on the protocol. docs/stacks.md says which of it was read, which was observed, and what the
 * lab changes.
 */
export interface Stack {
  /** Who speaks the protocol: "quic-go". */
  readonly name: string;
  /** Packets that it may send before the first acknowledgement. */
  readonly initialWindow: string;
  readonly pacing: string;
  readonly congestionControl: string;
  readonly lossRecovery: string;
  /** In which order streams of one connection send, and whether priorities (RFC 9218) change it. */
  readonly scheduling: string;
  /** What it lets an upload have under way: of a stream, and of the connection. */
  readonly receiveWindows: string;
}

const LINUX = {
  initialWindow: '10 (--initcwnd)',
  pacing: 'none (--pacing)',
  congestionControl: 'cubic (--tcp-cc)',
  lossRecovery: 'RACK-TLP, SACK',
} as const;

const TCP_WINDOW = 'TCP’s alone';

const ONE_STREAM = {
  ...LINUX,
  scheduling: 'one stream: what is written first is sent first',
  receiveWindows: TCP_WINDOW,
} as const;

const ONE_ANSWER = {
  ...LINUX,
  scheduling: 'one answer after the other, on up to six connections',
  receiveWindows: TCP_WINDOW,
} as const;

const CADDY_HTTP2 = {
  name: 'Caddy (Go x/net/http2), Linux TCP',
  ...LINUX,
  scheduling: 'in turns; ignores priorities',
  receiveWindows: '1 MiB, of both',
} as const;

/** By server folder, package or kind of proxy, and protocol; of a WebSocket that HTTP/2 carries, also that. */
const STACKS: Readonly<Record<string, Stack>> = {
  'node websocket': { name: 'ws on Node, Linux TCP', ...ONE_STREAM },
  'uws websocket': { name: 'uWebSockets.js, Linux TCP', ...ONE_STREAM },
  'caddy websocket': { name: 'Caddy (Go net/http), Linux TCP', ...ONE_STREAM },
  'envoy websocket': { name: 'Envoy, Linux TCP', ...ONE_STREAM },
  'caddy websocket h2': { ...CADDY_HTTP2, scheduling: ONE_STREAM.scheduling },
  'node http/1.1': { name: 'Node, Linux TCP', ...ONE_ANSWER },
  'uws http/1.1': { name: 'uWebSockets.js, Linux TCP', ...ONE_ANSWER },
  'caddy http/1.1': { name: 'Caddy (Go net/http), Linux TCP', ...ONE_ANSWER },
  'envoy http/1.1': { name: 'Envoy, Linux TCP', ...ONE_ANSWER },
  'node h2': {
    name: 'node:http2 (nghttp2), Linux TCP',
    ...LINUX,
    scheduling:
      'in turns; ignores priorities, as observed; reads nothing while it writes (decision 0008)',
    receiveWindows: '65 535 bytes, of both (--http2-window)',
  },
  'caddy h2': CADDY_HTTP2,
  'spdy h2': {
    name: 'spdy 4 (spdy-transport), Linux TCP',
    ...LINUX,
    scheduling:
      'by priority of RFC 7540; queues ahead whatever the client’s windows allow, up to 16 MiB (set by the lab)',
    receiveWindows: '1 MiB, of both',
  },
  'envoy h2': {
    name: 'Envoy, Linux TCP',
    ...LINUX,
    scheduling: 'in turns; ignores priorities, as observed',
    receiveWindows: '64 KiB of a stream, 1 MiB of the connection (set by the lab)',
  },
  'caddy h3': {
    name: 'Caddy (quic-go)',
    initialWindow: '32',
    pacing: 'yes, bursts of 10 packets or 2 ms of the rate',
    congestionControl: 'Reno with a back-off of 0.7',
    lossRecovery: 'RFC 9002: 3 packets or 9/8 round trips; probes',
    scheduling: 'by priority; in turns among incremental ones of one urgency',
    receiveWindows:
      'of a stream 512 KiB growing to 6 MiB, of the connection 768 KiB growing to 15 MiB',
  },
  'envoy h3': {
    name: 'Envoy (QUICHE)',
    initialWindow: '32',
    pacing: 'yes',
    congestionControl: 'BBR, as observed (--quic-cc)',
    lossRecovery: 'RFC 9002',
    scheduling: 'not assessed',
    receiveWindows: '64 KiB of a stream, 1 MiB of the connection (set by the lab)',
  },
};

/** @throws Error for a variant whose stack is not described. */
export function stackOf(variant: Variant): Stack {
  const { server, proxy, protocol } = variant;
  const carried = protocol === 'websocket' && httpProtocol(variant) === 'h2' ? ' h2' : '';
  const program = server.entry === 'spdy' ? 'spdy' : server.folder;
  const key = `${proxy?.kind ?? program} ${protocol}${carried}`;
  const found = STACKS[key];
  if (!found) throw new Error(`no stack is described for "${key}"`);
  return found;
}
