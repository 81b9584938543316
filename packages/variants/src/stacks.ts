/**
 * What carries the bytes of a variant's server to the browser, and back, as it ships. Figures depend on it
 * as much as on the protocol. What is a number or a choice here is measured by a test of every variant that
 * uses it, where nothing else is said; docs/reference/stacks.md names the tests, says where the texts were read, and what the lab changes.
 */
export interface Stack {
  /** Who speaks the protocol: "quic-go". */
  readonly name: string;
  /** True: initial window and pacing were read, because no test sees its packets. */
  readonly isSenderRead?: true;
  /** What it may send before the first acknowledgement: in TCP packets, in QUIC their bytes. */
  readonly initialWindow: { readonly packets: number; readonly packetBytes: number };
  /**
   * What of it goes at once after a pause, and the rate of the rest, in initial windows per round trip; null: all
   * at once.
   */
  readonly pacing: { readonly burstPackets: number; readonly gain: number } | null;
  readonly congestionControl: string;
  readonly lossRecovery: string;
  /** In which order answers share one connection; a text where the protocol knows one order only, or a page cannot ask for another. */
  readonly scheduling: Scheduling | string;
  /** What it lets an upload have under way when a connection begins; null: what TCP allows. */
  readonly receiveWindows: ReceiveWindows | null;
}

export interface Scheduling {
  /** Of two big answers that are asked for at once. */
  readonly order: 'in turns' | 'one mostly before the other';
  /** Whether an answer of higher priority (RFC 9218) comes first. */
  readonly obeysPriorities: boolean;
  readonly note?: string;
}

export interface ReceiveWindows {
  readonly streamBytes: number;
  readonly connectionBytes: number;
  readonly note?: string;
}

const KiB = 1024;

const LINUX = {
  // Segments of 1500 bytes with IPv4, TCP and time stamps.
  initialWindow: { packets: 10, packetBytes: 1_448 },
  pacing: null,
  congestionControl: 'cubic (--tcp-cc)',
  lossRecovery: 'RACK-TLP, SACK',
} as const;

const ONE_STREAM = {
  ...LINUX,
  scheduling: 'one stream: what is written first is sent first',
  receiveWindows: null,
} as const;

const ONE_ANSWER = {
  ...LINUX,
  scheduling: 'one answer after the other, on up to six connections',
  receiveWindows: null,
} as const;

const ENVOY_WINDOWS = {
  streamBytes: 64 * KiB,
  connectionBytes: 1_024 * KiB,
  note: 'set by the lab',
} as const;

const CADDY_HTTP2 = {
  name: 'Caddy (Go x/net/http2), Linux TCP',
  ...LINUX,
  scheduling: { order: 'in turns', obeysPriorities: false },
  receiveWindows: { streamBytes: 1_024 * KiB, connectionBytes: 1_024 * KiB },
} as const;

/** By what speaks the protocol, and the protocol. A variant names its own (`Variant.stack`). */
export const STACKS = {
  'node websocket': { name: 'ws on Node, Linux TCP', ...ONE_STREAM },
  'uws websocket': { name: 'uWebSockets.js, Linux TCP', ...ONE_STREAM },
  'caddy websocket': { name: 'Caddy (Go net/http), Linux TCP', ...ONE_STREAM },
  'caddy websocket over h2': { ...CADDY_HTTP2, scheduling: ONE_STREAM.scheduling },
  'envoy websocket': { name: 'Envoy, Linux TCP', ...ONE_STREAM },
  'nginx websocket': { name: 'nginx, Linux TCP', ...ONE_STREAM },
  'node http/1.1': { name: 'Node, Linux TCP', ...ONE_ANSWER },
  'uws http/1.1': { name: 'uWebSockets.js, Linux TCP', ...ONE_ANSWER },
  'caddy http/1.1': { name: 'Caddy (Go net/http), Linux TCP', ...ONE_ANSWER },
  'envoy http/1.1': { name: 'Envoy, Linux TCP', ...ONE_ANSWER },
  'nginx http/1.1': { name: 'nginx, Linux TCP', ...ONE_ANSWER },
  'node h2': {
    name: 'node:http2 (nghttp2), Linux TCP',
    ...LINUX,
    scheduling: {
      order: 'in turns',
      obeysPriorities: false,
      note: 'before Node 26.9 it reads nothing while it writes (decision 0008)',
    },
    receiveWindows: { streamBytes: 65_535, connectionBytes: 65_535, note: '--http2-window' },
  },
  'spdy h2': {
    name: 'spdy 4 (spdy-transport), Linux TCP',
    ...LINUX,
    scheduling: {
      order: 'in turns',
      obeysPriorities: false,
      note: 'queues ahead what the client’s windows allow, up to 16 MiB (set by the lab)',
    },
    receiveWindows: { streamBytes: 1_024 * KiB, connectionBytes: 1_024 * KiB },
  },
  'caddy h2': CADDY_HTTP2,
  'envoy h2': {
    name: 'Envoy, Linux TCP',
    ...LINUX,
    scheduling: { order: 'in turns', obeysPriorities: false },
    receiveWindows: ENVOY_WINDOWS,
  },
  'nginx h2': {
    name: 'nginx, Linux TCP',
    ...LINUX,
    scheduling: {
      order: 'one mostly before the other',
      obeysPriorities: true,
      note: 'by the dependencies of RFC 7540, which Chromium makes a chain',
    },
    receiveWindows: { streamBytes: 64 * KiB, connectionBytes: 2_147_483_647 },
  },
  'caddy h3': {
    name: 'Caddy (quic-go)',
    initialWindow: { packets: 32, packetBytes: 1_200 },
    pacing: { burstPackets: 10, gain: 1.25 },
    congestionControl: 'Reno with a back-off of 0.7',
    lossRecovery: 'RFC 9002: 3 packets or 9/8 round trips; probes',
    scheduling: {
      order: 'in turns',
      obeysPriorities: true,
      note: 'answers that are not incremental one after the other',
    },
    receiveWindows: {
      streamBytes: 512 * KiB,
      connectionBytes: 768 * KiB,
      note: 'growing to 6 and 15 MiB',
    },
  },
  'gateway webtransport': {
    name: 'web-transport-quinn (quinn)',
    isSenderRead: true,
    initialWindow: { packets: 10, packetBytes: 1_200 },
    pacing: { burstPackets: 10, gain: 1.25 },
    congestionControl: 'cubic',
    lossRecovery: 'RFC 9002: 3 packets or 9/8 round trips; probes',
    scheduling: 'streams in turns (read); the page asks for no order',
    receiveWindows: {
      streamBytes: 1_250_000,
      connectionBytes: 10_000_000,
      note: 'set by the lab',
    },
  },
  'envoy h3': {
    name: 'Envoy (QUICHE)',
    initialWindow: { packets: 32, packetBytes: 1_460 },
    pacing: { burstPackets: 10, gain: 1 },
    congestionControl: 'BBR, as observed (--quic-cc)',
    lossRecovery: 'RFC 9002',
    scheduling: {
      order: 'one mostly before the other',
      obeysPriorities: false,
      note: 'whichever it is',
    },
    receiveWindows: ENVOY_WINDOWS,
  },
} as const satisfies Readonly<Record<string, Stack>>;

export type StackId = keyof typeof STACKS;

export function stackOf({ stack }: { readonly stack: StackId }): Stack {
  return STACKS[stack];
}
