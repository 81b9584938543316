import { launchBrowser, quicHosts } from '@holbench/harness/browser';
import type { RunningVariant } from '@holbench/harness/start-variant';
import type { Tools } from '@holbench/harness/tools';
import { HttpClient } from '@holbench/raw-clients/http-client';
import { openRawClient } from '@holbench/raw-clients/open-client';
import { pageConnection } from '@holbench/test-clients/page';
import type { RawClient } from '@holbench/raw-clients/raw-client';
import { isOverQuic } from '@holbench/variants/protocols';
import type { Browser, Page } from 'playwright-core';
import '@holbench/scenarios/port/holbench-page';

/** Opens clients of one variant, each with its own connections. */
export interface Clients extends AsyncDisposable {
  open(): Promise<RawClient>;
}

/** Over TCP by Node; over QUIC by a page each, of one browser. */
export async function clientsOf(
  server: RunningVariant,
  tools: Tools,
  logFolder: string,
): Promise<Clients> {
  const { variant, origin } = server;
  const { protocol } = variant;
  if (!isOverQuic(protocol)) {
    return {
      // On a machine that others use as well, an answer may be long in coming.
      open: () => openRawClient(protocol, origin, { timeoutMs: 60_000 }),
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const running = await launchBrowser({ tools, logFolder, forceQuic: quicHosts(variant, origin) });
  return {
    open: async () => new HttpClient(pageConnection(await openPage(running.browser, server))),
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

/** A page of the variant, with connections of its own. Its `fetch` makes requests as its transport does. */
export async function openPage(
  browser: Browser,
  { variant, origin }: Pick<RunningVariant, 'variant' | 'origin'>,
): Promise<Page> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${origin}/?variant=${variant.id}`);
    await page.evaluate(() => window.holbench.ready);
    if (variant.protocol === 'webtransport') await page.evaluate(fetchByStreams);
    return page;
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** In the page: has `fetch` make requests as the page's transport does. */
function fetchByStreams(): void {
  const { holbench } = window;
  window.fetch = (path, init = {}) => holbench.fetch(new Request(path).url, init);
}
