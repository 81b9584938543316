import {
  caddyText,
  chromiumText,
  type FeasibilityTest,
  missingOfCaddy,
} from '../feasibility-test.ts';
import { http3Settings } from '@holbench/harness/net-log';
import { PAGE_TIMEOUT_MS } from '../page-scripts.ts';

const script = (host: string) => `(async () => {
  if (typeof WebTransport === 'undefined') return 'the page has no WebTransport';
  const transport = new WebTransport('https://${host}/webtransport');
  transport.closed.catch(() => {});
  const late = new Promise((_resolve, reject) =>
    setTimeout(() => reject(new Error('nothing in ${PAGE_TIMEOUT_MS / 1_000} s')), ${PAGE_TIMEOUT_MS}));
  const ready = transport.ready.then(() => 'ready', (error) => String(error));
  return Promise.race([ready, late]);
})()`;

/** WebTransport over HTTP/3 to Caddy. */
export const caddyWebTransport: FeasibilityTest = {
  id: 'webtransport-caddy',
  what: (tools) => `WebTransport to ${caddyText(tools)}, from ${chromiumText(tools)}`,
  missing: missingOfCaddy,
  run: async (lab) => {
    const { page, host, errors, netLog } = await lab.openPage({ quic: true });
    const state = await page.evaluate<string>(script(host));
    const settings = await http3Settings(await netLog());
    return {
      works: state === 'ready',
      evidence: `settings of HTTP/3: ${settings}; new WebTransport(): ${state} (${errors()})`,
    };
  },
};
