import { join } from 'node:path';
import {
  caddyText,
  chromiumText,
  type FeasibilityProbe,
  missingOfCaddy,
} from '../feasibility-probe.ts';
import { http3Settings } from '../net-log.ts';
import { errorsOf, open, openWebSocket, pageProtocol } from '../page-scripts.ts';

/** WebSocket over HTTP/3 (RFC 9220) through Caddy, which tells its upstream what the client spoke. */
export const caddyHttp3WebSocket: FeasibilityProbe = {
  id: 'websocket-http3-caddy',
  what: (tools) =>
    `WebSocket over HTTP/3 (RFC 9220) to ${caddyText(tools)}, from ${chromiumText(tools)}`,
  missing: missingOfCaddy,
  run: async (lab) => {
    const { host, upstream } = await lab.caddy();
    const netLog = join(lab.folder, 'net-log.json');
    const running = await lab.browser({ forceQuic: [host], more: [`--log-net-log=${netLog}`] });
    const page = await running.browser.newPage();
    const errors = errorsOf(page);
    const failure = await open(page, `https://${host}/`);
    if (failure !== null) throw new Error(failure);
    const [protocol, state] = [
      await pageProtocol(page),
      await openWebSocket(page, `wss://${host}/`),
    ];
    await running[Symbol.asyncDispose]();
    return {
      works: upstream.webSockets.includes('HTTP/3.0'),
      evidence:
        `settings of HTTP/3: ${await http3Settings(netLog)}; the page: ${protocol}; ` +
        `its WebSocket: ${state} by ${upstream.webSockets.join(', ') || 'nothing'} ${errors()}`,
    };
  },
};
