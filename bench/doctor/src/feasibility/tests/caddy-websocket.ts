import { connectProtocol } from '../http2-request.ts';
import {
  caddyText,
  chromiumText,
  type FeasibilityTest,
  missingOfCaddy,
} from '../feasibility-test.ts';
import { http3Settings } from '@holbench/harness/net-log';
import { openWebSocket, pageProtocol } from '../page-scripts.ts';

/**
 * WebSocket over HTTP/2 (RFC 8441) or HTTP/3 (RFC 9220) through Caddy, which tells its upstream the
 * client's protocol.
 * @param environment Go's own switch of the former, `GODEBUG=http2xconnect=1`.
 */
export function caddyWebSocket(
  id: string,
  version: 2 | 3,
  environment: { readonly GODEBUG?: string } = {},
): FeasibilityTest {
  const rfc = version === 2 ? 8441 : 9220;
  const switched = environment.GODEBUG ? ` with GODEBUG=${environment.GODEBUG}` : '';
  return {
    id,
    what: (tools) =>
      `WebSocket over HTTP/${version} (RFC ${rfc}) to ${caddyText(tools)}${switched}, from ${chromiumText(tools)}`,
    missing: missingOfCaddy,
    run: async (lab) => {
      const { page, host, upstream, errors, netLog } = await lab.openPage({
        quic: version === 3,
        environment,
      });
      const setting = version === 2 ? await connectProtocol(`https://${host}`) : null;
      const protocol = await pageProtocol(page);
      const state = await openWebSocket(page, `wss://${host}/`);
      const over = upstream.webSockets.join(', ') || 'nothing';
      const webSocket = `the page: ${protocol}; its WebSocket: ${state} by ${over} ${errors()}`;
      const settings =
        setting === null
          ? `settings of HTTP/3: ${await http3Settings(await netLog())}`
          : `SETTINGS_ENABLE_CONNECT_PROTOCOL: ${setting}`;
      return {
        works: upstream.webSockets.includes(`HTTP/${version}.0`),
        evidence: `${settings}; ${webSocket}`,
      };
    },
  };
}
