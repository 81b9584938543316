import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '@holbench/harness/browser';
import { findTools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { variant as variantOf } from '@holbench/variants/registry';
import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { LiveDemo } from './live-demo.ts';

const TOKEN = 'a-token_of-the-tests';
const tools = await findTools();
const VARIANTS = ['node-ws', 'node-http1', 'node-http2', 'uws-ws', 'caddy-http3'].map(variantOf);
const MISSING = VARIANTS.flatMap((each) => whyUnsupported(each, tools) ?? []);

/** Of this machine, as others reach it. */
const ADDRESS = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address;

/** On a busy machine. */
const SLOW = { timeout: 30_000 } as const;

test.beforeEach(() => {
  test.skip(tools.chromium === null, 'no Chromium was found');
  test.skip(MISSING.length > 0, MISSING.join('; '));
  test.skip(ADDRESS === undefined, 'this machine has no IPv4 address but loopback');
  test.setTimeout(120_000);
});

/** A demo that others can open, and a browser with the flags that it prints. */
async function exposedDemo() {
  await using started = new AsyncDisposableStack();
  const ids = VARIANTS.map(({ id }) => id).join();
  const args = ['--expose', ADDRESS ?? '', '--variants', ids, '--file-size', '1MiB'];
  const demo = started.use(new LiveDemo(args, { HOLBENCH_DEMO_TOKEN: TOKEN }));
  const said = await demo.says(/Ctrl-C/);
  const flag = (name: string) => new RegExp(`--${name}=(\\S+)`).exec(said)?.[1] ?? '';
  const { browser } = started.use(
    await launchBrowser({
      tools,
      forceQuic: flag('origin-to-force-quic-on').split(',').filter(Boolean),
      trustedKey: flag('ignore-certificate-errors-spki-list'),
      logFolder: join(tools.root, 'test-results/e2e-logs/demo-expose'),
    }),
  );
  const address = /https:\S+/.exec(said)?.[0] ?? '';
  const running = started.move();
  return {
    said,
    browser,
    /** With the token. */
    address,
    page: address.slice(0, address.indexOf('?')),
    origins: VARIANTS.map(({ port }) => `https://${ADDRESS}:${port}`),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function statusOf(context: BrowserContext, address: string): Promise<number | undefined> {
  const page = await context.newPage();
  try {
    return (await page.goto(address))?.status();
  } finally {
    await page.close();
  }
}

/** Whether a server lets its own page open a WebSocket. */
async function opens(page: Page, origin: string): Promise<boolean> {
  await page.goto(origin);
  return page.evaluate(
    ([url, subprotocol]) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(url, subprotocol);
        socket.addEventListener('open', () => resolve(true));
        socket.addEventListener('error', () => resolve(false));
      }),
    [`${origin.replace('https', 'wss')}${WEBSOCKET_PATH}`, WEBSOCKET_SUBPROTOCOL] as const,
  );
}

test('a browser that has the token races all lanes', async () => {
  await using demo = await exposedDemo();
  const context = await demo.browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto(demo.address);
  await expect(page).toHaveURL(demo.page);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  expect(await context.cookies()).toMatchObject([
    { value: TOKEN, path: '/', secure: true, httpOnly: true, sameSite: 'Strict' },
  ]);
  await expect(page.locator('#source')).toContainText(/real network.*not emulated.*not measured/);
  await expect(page.locator('#answer > .live-ready')).toHaveCount(VARIANTS.length, SLOW);
  const isolated = page.frames().map((frame) => frame.evaluate(() => crossOriginIsolated));
  expect(await Promise.all(isolated)).toEqual(Array(VARIANTS.length + 1).fill(true));

  await page.getByRole('combobox', { name: 'Lanes' }).selectOption('at once');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('#act')).toContainText('a big download is under way', SLOW);
  for (const lane of await page.locator('.lane').all()) {
    await expect(lane.locator('summary')).toHaveText(/, seen by the page$/, SLOW);
    await expect(lane.locator('.added')).toHaveText(/[+−][\d.]+ m?s$/, SLOW);
  }
  await expect(page.locator('#act')).toContainText('the race is over', SLOW);
  expect(complaints).toEqual([]);
});

test('without the token nothing is answered: page, lanes, routes, WebSockets', async () => {
  await using demo = await exposedDemo();
  const [stranger, wrong] = [await demo.browser.newContext(), await demo.browser.newContext()];
  await wrong.addCookies([
    { name: '__Host-holbench', value: `${TOKEN}x`, url: demo.page, secure: true },
  ]);
  const addresses = [
    demo.page,
    `${demo.page}data/demo.json`,
    `${demo.page}?token=${TOKEN}x`,
    ...demo.origins.flatMap((origin) =>
      ['/', '/lane/index.html', '/covalues', '/healthz'].map((path) => `${origin}${path}`),
    ),
  ];
  for (const context of [stranger, wrong]) {
    for (const address of addresses) expect(await statusOf(context, address), address).toBe(403);
  }
  const member = await demo.browser.newContext();
  const [refused, admitted] = [await stranger.newPage(), await member.newPage()];
  await admitted.goto(demo.address);
  await expect(admitted).toHaveURL(demo.page);
  for (const { port, transport } of VARIANTS) {
    if (transport !== 'websocket') continue;
    const origin = `https://${ADDRESS}:${port}`;
    expect(await opens(refused, origin)).toBe(false);
    expect(await opens(admitted, origin)).toBe(true);
  }
});

test('a link of another site opens the demo; its frames and fetches get nothing', async () => {
  await using demo = await exposedDemo();
  const context = await demo.browser.newContext();
  const page = await context.newPage();
  // Answered here: no name is looked up.
  const site = 'https://chat.example/';
  const frames = [demo.page, ...demo.origins.map((origin) => `${origin}/lane/index.html`)];
  const body = [
    `<a href="${demo.address}">the demo</a>`,
    ...frames.map((address) => `<iframe src="${address}"></iframe>`),
  ].join('');
  await context.route(site, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(site);
  await page.getByRole('link').click();
  await expect(page).toHaveURL(demo.page);
  await expect(page.locator('#answer > .live-ready')).toHaveCount(VARIANTS.length, SLOW);

  // The browser has the cookie now, and sends it with no request of that site.
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url() !== site) statuses.push(response.status());
  });
  await page.goto(site);
  await expect.poll(() => statuses.length, SLOW).toBe(frames.length);
  await page.evaluate(
    (addresses) => {
      const init = { credentials: 'include', mode: 'no-cors' } as const;
      return Promise.allSettled(addresses.map((address) => fetch(address, init)));
    },
    demo.origins.map((origin) => `${origin}/covalues`),
  );
  await expect.poll(() => statuses.length, SLOW).toBe(frames.length + demo.origins.length);
  expect(new Set(statuses)).toEqual(new Set([403]));
});
