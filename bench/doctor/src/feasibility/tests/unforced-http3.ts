import { join } from 'node:path';
import {
  caddyText,
  chromiumText,
  type FeasibilityTest,
  missingOfCaddy,
} from '../feasibility-test.ts';
import { whyQuicClosed } from '@holbench/harness/net-log';
import { fetchProtocols, open, pageProtocol } from '../page-scripts.ts';
import type { TestLab } from '../test-lab.ts';

/** Visits, each over new connections: Alt-Svc of the first may move the next to HTTP/3. */
const VISITS = 2;
const REQUESTS = 5;

/**
 * HTTP/3 without forcing the browser, with a certificate of an unknown authority. Caddy offers it
 * by Alt-Svc beside HTTP/2, as in the microbenchmark that this lab replaces.
 */
export const unforcedHttp3: FeasibilityTest = {
  id: 'http3-unforced',
  what: (tools) =>
    `HTTP/3 by Alt-Svc alone, without --origin-to-force-quic-on, private certificate: ${caddyText(tools)}, ${chromiumText(tools)}`,
  missing: missingOfCaddy,
  run: async (lab) => {
    const { host } = await lab.caddy();
    const ignored = await visit(lab, host, 'errors ignored');
    const named = await visit(lab, host, 'key named');
    return {
      // One way is enough for a user.
      works: ignored.later === 'h3' || named.later === 'h3',
      evidence:
        `nextHopProtocol of ${VISITS} visits, a page and ${REQUESTS} requests each; certificate errors ` +
        `ignored: ${ignored.text}; its key named (--ignore-certificate-errors-spki-list): ${named.text}`,
    };
  },
};

/** Visits with a browser that accepts the certificate in one of two ways. */
async function visit(
  lab: TestLab,
  host: string,
  accepts: 'errors ignored' | 'key named',
): Promise<{ readonly text: string; readonly later: string }> {
  const netLog = join(lab.folder, `${accepts}.json`);
  const ignoreHTTPSErrors = accepts === 'errors ignored';
  const running = await lab.browser({
    forceQuic: [],
    ...(ignoreHTTPSErrors ? { trustedKey: null } : {}),
    netLog,
  });
  const context = await running.browser.newContext({ ignoreHTTPSErrors });
  const used: string[] = [];
  for (let visited = 0; visited < VISITS; visited += 1) {
    const page = await context.newPage();
    const failure = await open(page, `https://${host}/`);
    if (failure !== null) throw new Error(failure);
    used.push(await pageProtocol(page), ...(await fetchProtocols(page, REQUESTS)));
    await page.evaluate('window.chrome?.benchmarking?.closeConnections()');
    await page.close();
  }
  await running[Symbol.asyncDispose]();
  const closed = await whyQuicClosed(netLog);
  const [first = 'nothing', ...others] = used;
  const counts = [...Map.groupBy(others, (name) => name)].map(
    ([name, { length }]) => `${name} × ${length}`,
  );
  const later = counts.length === 1 ? (others[0] ?? '') : '';
  const quic = closed === null ? 'QUIC was not tried' : `QUIC was tried: ${closed.split('. ')[0]}`;
  return { text: `first ${first}, then ${counts.join(', ')}; ${quic}`, later };
}
