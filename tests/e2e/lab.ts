import '@holbench/scenarios/port/holbench-page';
import { launchBrowser, quicHosts } from '@holbench/harness/browser';
import { startVariant, type RunningVariant } from '@holbench/harness/start-variant';
import { findTools, type Tools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import type { Variant } from '@holbench/variants/registry';
import { type Browser, test as base } from '@playwright/test';
import { logFolderOf } from './log-folder.ts';

const FILE_BYTES = 1024 * 1024;

export interface LabOptions {
  readonly variant: Variant;
}

interface LabFixtures extends LabOptions {
  readonly tools: Tools;
  readonly server: RunningVariant;
  readonly browser: Browser;
}

interface PageFixtures {
  /** What the page must not have: messages on its console, requests to other origins. */
  readonly complaints: string[];
}

/** Playwright's `test`, with the project's variant running and its page open and connected. */
export const test = base.extend<PageFixtures, LabFixtures>({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a worker fixture that every project sets
  variant: [undefined as unknown as Variant, { scope: 'worker', option: true }],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from here
  tools: [async ({}, use) => use(await findTools()), { scope: 'worker' }],

  server: [
    async ({ tools, variant }, use, worker) => {
      const reason = tools.chromium ? whyUnsupported(variant, tools) : 'no Chromium was found';
      base.skip(reason !== null, `${variant.id}: ${reason}`);
      const logFolder = logFolderOf(tools.root, worker);
      await using server = await startVariant(variant, { tools, fileBytes: FILE_BYTES, logFolder });
      await use(server);
    },
    { scope: 'worker' },
  ],

  // The harness's Chromium instead of Playwright's own: the same as the bench's, flag for flag.
  browser: [
    async ({ tools, server, variant }, use, worker) => {
      const forceQuic = quicHosts(variant, server.origin);
      const logFolder = logFolderOf(tools.root, worker);
      await using running = await launchBrowser({ tools, forceQuic, logFolder });
      await use(running.browser);
    },
    { scope: 'worker' },
  ],

  // oxlint-disable-next-line no-empty-pattern -- likewise
  complaints: async ({}, use) => use([]),

  page: async ({ browser, server, complaints, viewport }, use) => {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && origin !== server.origin) complaints.push(request.url());
    });
    await page.goto(server.origin);
    await page.evaluate(() => window.holbench.ready);
    await use(page);
    await context.close();
  },
});
