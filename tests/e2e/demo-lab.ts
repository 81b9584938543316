import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { launchBrowser } from '@holbench/harness/browser';
import { findTools, type Tools } from '@holbench/harness/tools';
import { type Browser, test as base } from '@playwright/test';
import { logFolderOf } from './log-folder.ts';

interface DemoFixtures {
  readonly tools: Tools;
  /** Of the demo that replays a run: a published one, or DEMO_RUN=NAME. */
  readonly address: string;
  readonly browser: Browser;
}

interface PageFixtures {
  /** What the page must not have: messages on its console, requests to others. */
  readonly complaints: string[];
}

/** Playwright's `test`, with a demo running and its page open. */
export const test = base.extend<PageFixtures, DemoFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from here
  tools: [async ({}, use) => use(await findTools()), { scope: 'worker' }],

  address: [
    async ({ tools }, use) => {
      const run = process.env['DEMO_RUN'] ?? '2026-11-28-default';
      const main = join(tools.root, 'demo/src/main.ts');
      // No window is opened beside the tests.
      const env = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' };
      const demo = spawn(process.execPath, [main, '--replay', run, '--port', '0'], { env });
      const ended = once(demo, 'exit');
      const [line] = await once(createInterface({ input: demo.stdout }), 'line');
      await use(/http:\S+/.exec(String(line))?.[0] ?? '');
      demo.kill();
      await ended;
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  browser: [
    async ({ tools }, use, worker) => {
      base.skip(tools.chromium === null, 'no Chromium was found');
      const logFolder = logFolderOf(tools.root, worker);
      await using running = await launchBrowser({ tools, forceQuic: [], logFolder });
      await use(running.browser);
    },
    { scope: 'worker' },
  ],

  // oxlint-disable-next-line no-empty-pattern -- likewise
  complaints: async ({}, use) => use([]),

  page: async ({ browser, address, complaints, viewport, colorScheme, contextOptions }, use) => {
    const context = await browser.newContext({ ...contextOptions, viewport, colorScheme });
    const page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(address) && !url.startsWith('data:')) complaints.push(url);
    });
    await page.goto(address);
    await use(page);
    await context.close();
  },
});
