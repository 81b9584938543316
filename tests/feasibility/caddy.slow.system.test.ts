import { join } from 'node:path';
import { COMBINATIONS } from '@holbench/variants/feasibility';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { extendedConnect } from './http2.ts';
import {
  type Lab,
  LIMIT_MS,
  open,
  openWebSocket,
  pageProtocol,
  reasonsOf,
  startAllProtocols,
  startBrowser,
  testWith,
} from './lab.ts';
import { http3Settings, whyQuicClosed } from '@holbench/test-support/net-log';

const test = testWith('caddy-http3');

/** A page of Caddy in a new browser. @returns also `end`, after which the net log is complete. */
async function openPage(lab: Lab, version: 2 | 3, environment: Record<string, string> = {}) {
  const { host, webSockets } = await startAllProtocols(lab, environment);
  const netLog = join(lab.folder, 'net-log.json');
  const running = await startBrowser(lab, { forceQuic: version === 3 ? [host] : [], netLog });
  const page = await running.browser.newPage();
  expect(await open(page, `https://${host}/`)).toBeNull();
  expect(await pageProtocol(page)).toBe(`h${version}`);
  const end = () => running[Symbol.asyncDispose]();
  return { page, host, webSockets, netLog, end };
}

/** The protocol over which its page opens a WebSocket, as Caddy tells the server behind it. */
async function webSocketProtocol(page: Page, host: string, webSockets: readonly string[]) {
  expect(await openWebSocket(page, `wss://${host}/`)).toBe('opened');
  return webSockets.join();
}

test('websocket-http2-caddy, and with the switch of caddy-ws-http2', async ({ lab }) => {
  const tryWith = async (GODEBUG: string) => {
    await using started = new AsyncDisposableStack();
    const { page, host, webSockets } = await openPage({ ...lab, started }, 2, { GODEBUG });
    const over = await webSocketProtocol(page, host, webSockets);
    return { over, connect: await extendedConnect(`https://${host}`) };
  };
  const [without, switched] = [await tryWith(''), await tryWith('http2xconnect=1')];
  expect(COMBINATIONS['websocket-http2-caddy']).toMatchObject({
    works: without.over === 'HTTP/2.0',
    evidence: `Caddy ${without.connect}, and a page over HTTP/2 opens its WebSocket over ${without.over}. With GODEBUG=http2xconnect=1, as in caddy-ws-http2, Caddy ${switched.connect}, and the WebSocket opens over ${switched.over}.`,
  });
});

test('websocket-http3-caddy', async ({ lab }) => {
  const { page, host, webSockets, netLog, end } = await openPage(lab, 3);
  const over = await webSocketProtocol(page, host, webSockets);
  await end();
  expect(COMBINATIONS['websocket-http3-caddy']).toMatchObject({
    works: over === 'HTTP/3.0',
    evidence: `Caddy allows it (${await http3Settings(netLog)}), but a page over HTTP/3 opens its WebSocket over ${over}.`,
  });
});

test('webtransport-caddy', async ({ lab }) => {
  const { page, host, netLog, end } = await openPage(lab, 3);
  const reason = reasonsOf(page);
  const isReady = await page.evaluate(
    ([url, limit]) => {
      const transport = new WebTransport(url);
      transport.closed.catch(() => {});
      const late = new Promise<never>((_resolve, reject) => {
        setTimeout(() => reject(new Error('no answer in time')), limit);
      });
      const ready = transport.ready.then(
        () => true,
        () => false,
      );
      return Promise.race([ready, late]);
    },
    [`https://${host}/webtransport`, LIMIT_MS] as const,
  );
  await end();
  expect(COMBINATIONS['webtransport-caddy']).toMatchObject({
    works: isReady,
    evidence: `Caddy sends no setting of WebTransport (${await http3Settings(netLog)}). A page’s WebTransport ends with ${reason()}.`,
  });
});

/** Each over new connections: Alt-Svc of the first may move the next to HTTP/3. */
const VISITS = 2;
const REQUESTS = 5;

/**
 * Caddy offers HTTP/3 by Alt-Svc beside HTTP/2, as in the microbenchmark that this lab replaces; the certificate is of an
 * unknown authority. @returns the protocols of all pages and requests, and what became of QUIC.
 */
async function visit(lab: Lab, host: string, ignoreHTTPSErrors: boolean) {
  const netLog = join(lab.folder, `net-log-${ignoreHTTPSErrors}.json`);
  const running = await startBrowser(lab, {
    forceQuic: [],
    ...(ignoreHTTPSErrors && { trustedKey: null }),
    netLog,
  });
  const context = await running.browser.newContext({ ignoreHTTPSErrors });
  const protocols: string[] = [];
  for (let visited = 0; visited < VISITS; visited += 1) {
    const page = await context.newPage();
    expect(await open(page, `https://${host}/`)).toBeNull();
    protocols.push(await pageProtocol(page), ...(await fetchProtocols(page)));
    await page.evaluate('window.chrome.benchmarking.closeConnections()');
    await page.close();
  }
  await running[Symbol.asyncDispose]();
  const closed = (await whyQuicClosed(netLog))?.split('. ')[0];
  return { protocols, quic: closed ? `tries QUIC, which ends with “${closed}”` : 'tries no QUIC' };
}

const fetchProtocols = (page: Page): Promise<string[]> =>
  page.evaluate(async (times) => {
    const used = [];
    for (let time = 0; time < times; time += 1) {
      const url = new URL(`/?${crypto.randomUUID()}`, location.href).href;
      await (await fetch(url, { cache: 'no-store' })).text();
      const [entry] = performance.getEntriesByName(url);
      used.push(entry instanceof PerformanceResourceTiming ? entry.nextHopProtocol : '');
    }
    return used;
  }, REQUESTS);

test('http3-unforced', async ({ lab }) => {
  const { host } = await startAllProtocols(lab);
  const ignored = await visit(lab, host, true);
  const named = await visit(lab, host, false);
  const used = [...new Set([...ignored.protocols, ...named.protocols])];
  expect(COMBINATIONS['http3-unforced']).toMatchObject({
    works: used.includes('h3'),
    evidence: `With certificate errors ignored Chromium ${ignored.quic}; with the key named by --ignore-certificate-errors-spki-list it ${named.quic}. All pages and requests of both come over ${used.join(', ')}.`,
  });
});
