import { connectProtocol } from '../http2-request.ts';
import {
  caddyText,
  chromiumText,
  type FeasibilityTest,
  missingOfCaddy,
} from '../feasibility-test.ts';
import type { OpenedPage } from '../test-lab.ts';
import { http3Settings } from '../net-log.ts';
import { openWebSocket, pageProtocol } from '../page-scripts.ts';

/**
 * WebSocket over HTTP/2 (RFC 8441) through Caddy, which tells its upstream what the client spoke.
 * @param godebug Go's own switch of it, `http2xconnect=1`; empty: as Caddy comes.
 */
export function caddyHttp2WebSocket(id: string, godebug: string): FeasibilityTest {
  const switched = godebug === '' ? '' : ` with GODEBUG=${godebug}`;
  return {
    id,
    what: (tools) =>
      `WebSocket over HTTP/2 (RFC 8441) to ${caddyText(tools)}${switched}, from ${chromiumText(tools)}`,
    missing: missingOfCaddy,
    run: async (lab) => {
      const opened = await lab.openPage({ quic: false, environment: { GODEBUG: godebug } });
      const setting = await connectProtocol(`https://${opened.host}`);
      const webSocket = await seenOf(opened);
      return {
        works: opened.upstream.webSockets.includes('HTTP/2.0'),
        evidence: `SETTINGS_ENABLE_CONNECT_PROTOCOL: ${setting}; ${webSocket}`,
      };
    },
  };
}

/** WebSocket over HTTP/3 (RFC 9220) through Caddy, likewise. */
export const caddyHttp3WebSocket: FeasibilityTest = {
  id: 'websocket-http3-caddy',
  what: (tools) =>
    `WebSocket over HTTP/3 (RFC 9220) to ${caddyText(tools)}, from ${chromiumText(tools)}`,
  missing: missingOfCaddy,
  run: async (lab) => {
    const opened = await lab.openPage({ quic: true });
    const webSocket = await seenOf(opened);
    const settings = await http3Settings(await opened.netLog());
    return {
      works: opened.upstream.webSockets.includes('HTTP/3.0'),
      evidence: `settings of HTTP/3: ${settings}; ${webSocket}`,
    };
  },
};

async function seenOf({ page, host, upstream, errors }: OpenedPage): Promise<string> {
  const protocol = await pageProtocol(page);
  const state = await openWebSocket(page, `wss://${host}/`);
  const over = upstream.webSockets.join(', ') || 'nothing';
  return `the page: ${protocol}; its WebSocket: ${state} by ${over} ${errors()}`;
}
