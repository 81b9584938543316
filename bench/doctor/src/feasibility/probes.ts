import type { FeasibilityProbe } from './feasibility-probe.ts';
import { caddyHttp2WebSocket } from './probes/caddy-http2-websocket.ts';
import { caddyHttp3WebSocket } from './probes/caddy-http3-websocket.ts';
import { caddyWebTransport } from './probes/caddy-webtransport.ts';
import { nodeHttp2WebSocket } from './probes/node-http2-websocket.ts';
import { nodeHttp3 } from './probes/node-http3.ts';
import { unforcedHttp3 } from './probes/unforced-http3.ts';
import { uwsHttp2 } from './probes/uws-http2.ts';
import { uwsHttp3 } from './probes/uws-http3.ts';

/** Combinations that the lab has no variant of, in the order of the report. */
export const PROBES: readonly FeasibilityProbe[] = [
  nodeHttp3('servers', ({ serverNode }) => serverNode),
  nodeHttp3('tooling', () => ({ path: process.execPath, version: process.versions.node })),
  uwsHttp2,
  uwsHttp3,
  nodeHttp2WebSocket,
  caddyHttp2WebSocket('websocket-http2-caddy', ''),
  caddyHttp2WebSocket('websocket-http2-caddy-xconnect', 'http2xconnect=1'),
  caddyHttp3WebSocket,
  caddyWebTransport,
  unforcedHttp3,
];
