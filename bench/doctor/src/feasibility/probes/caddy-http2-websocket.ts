import {
  caddyText,
  chromiumText,
  type FeasibilityProbe,
  missingOfCaddy,
} from '../feasibility-probe.ts';
import { connectProtocol } from '../http2-request.ts';
import { errorsOf, open, openWebSocket, pageProtocol } from '../page-scripts.ts';

/**
 * WebSocket over HTTP/2 (RFC 8441) through Caddy, which tells its upstream what the client spoke.
 * @param godebug Go's own switch of it, `http2xconnect=1`; empty: as Caddy comes.
 */
export function caddyHttp2WebSocket(id: string, godebug: string): FeasibilityProbe {
  return {
    id,
    what: (tools) =>
      `WebSocket over HTTP/2 (RFC 8441) to ${caddyText(tools)}${godebug === '' ? '' : ` with GODEBUG=${godebug}`}, from ${chromiumText(tools)}`,
    missing: missingOfCaddy,
    run: async (lab) => {
      const { host, upstream } = await lab.caddy({ GODEBUG: godebug });
      const setting = await connectProtocol(`https://${host}`);
      const { browser } = await lab.browser({ forceQuic: [] });
      const page = await browser.newPage();
      const errors = errorsOf(page);
      const failure = await open(page, `https://${host}/`);
      if (failure !== null) throw new Error(failure);
      const protocol = await pageProtocol(page);
      const state = await openWebSocket(page, `wss://${host}/`);
      return {
        works: upstream.webSockets.includes('HTTP/2.0'),
        evidence:
          `SETTINGS_ENABLE_CONNECT_PROTOCOL: ${setting}; the page: ${protocol}; ` +
          `its WebSocket: ${state} by ${upstream.webSockets.join(', ') || 'nothing'} ${errors()}`,
      };
    },
  };
}
