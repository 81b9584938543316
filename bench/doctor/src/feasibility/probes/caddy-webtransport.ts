import { join } from 'node:path';
import {
  caddyText,
  chromiumText,
  type FeasibilityProbe,
  missingOfCaddy,
} from '../feasibility-probe.ts';
import { http3Settings } from '../net-log.ts';
import { errorsOf, open, PAGE_TIMEOUT_MS } from '../page-scripts.ts';

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
export const caddyWebTransport: FeasibilityProbe = {
  id: 'webtransport-caddy',
  what: (tools) => `WebTransport to ${caddyText(tools)}, from ${chromiumText(tools)}`,
  missing: missingOfCaddy,
  run: async (lab) => {
    const { host } = await lab.caddy();
    const netLog = join(lab.folder, 'net-log.json');
    const running = await lab.browser({ forceQuic: [host], more: [`--log-net-log=${netLog}`] });
    const page = await running.browser.newPage();
    const errors = errorsOf(page);
    const failure = await open(page, `https://${host}/`);
    if (failure !== null) throw new Error(failure);
    const state = await page.evaluate<string>(script(host));
    await running[Symbol.asyncDispose]();
    return {
      works: state === 'ready',
      evidence: `settings of HTTP/3: ${await http3Settings(netLog)}; new WebTransport(): ${state} (${errors()})`,
    };
  },
};
