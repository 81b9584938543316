import type { FeasibilityTest } from './feasibility-test.ts';
import { caddyWebSocket } from './tests/caddy-websocket.ts';
import { caddyWebTransport } from './tests/caddy-webtransport.ts';
import { nodeHttp2WebSocket } from './tests/node-http2-websocket.ts';
import { nodeHttp3 } from './tests/node-http3.ts';
import { unforcedHttp3 } from './tests/unforced-http3.ts';
import { uwsHttp2, uwsHttp3 } from './tests/uws.ts';

/** Combinations without a variant, in the order of the report. */
export const TESTS: readonly FeasibilityTest[] = [
  nodeHttp3('servers', ({ serverNode }) => serverNode),
  nodeHttp3('tooling', () => ({ path: process.execPath, version: process.versions.node })),
  uwsHttp2,
  uwsHttp3,
  nodeHttp2WebSocket,
  caddyWebSocket('websocket-http2-caddy', 2, { GODEBUG: '' }),
  caddyWebSocket('websocket-http2-caddy-xconnect', 2, { GODEBUG: 'http2xconnect=1' }),
  caddyWebSocket('websocket-http3-caddy', 3),
  caddyWebTransport,
  unforcedHttp3,
];
