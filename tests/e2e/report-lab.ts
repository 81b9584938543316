import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { launchBrowser } from '@holbench/harness/browser';
import { findTools, type Tools } from '@holbench/harness/tools';
import { letWrite } from '@holbench/process/unprivileged';
import { type Browser, expect, type Page, test as base } from '@playwright/test';
import { logFolderOf } from './log-folder.ts';

interface ReportFixtures {
  readonly tools: Tools;
  /** The run whose report is tested: the made-up one, or REPORT_RUN=FOLDER. */
  readonly run: string;
  /** The address of its index.html: `file:///…`. */
  readonly address: string;
  readonly browser: Browser;
}

interface PageFixtures {
  /** What the page must not have: messages on its console, requests. */
  readonly complaints: string[];
}

/** Playwright's `test`, with a run's report written and its page open, from disk. */
export const test = base.extend<PageFixtures, ReportFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from here
  tools: [async ({}, use) => use(await findTools()), { scope: 'worker' }],

  run: [
    async ({ tools }, use) =>
      use(process.env['REPORT_RUN'] ?? join(tools.root, 'reports/fixtures/run')),
    { scope: 'worker' },
  ],

  address: [
    async ({ tools, run }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'holbench-e2e-report-'));
      // Tests may not import the report: they read what its command writes.
      const main = join(tools.root, 'reports/src/main.ts');
      await promisify(execFile)(process.execPath, [main, run, '--out', folder]);
      // The browser may be another user's.
      await letWrite(folder);
      await use(pathToFileURL(join(folder, 'index.html')).href);
      await rm(folder, { recursive: true });
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

  page: async ({ browser, address, complaints, viewport, colorScheme, javaScriptEnabled }, use) => {
    const context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled });
    const page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const [url = ''] = request.url().split('#');
      if (url !== address) complaints.push(request.url());
    });
    await page.goto(address);
    await use(page);
    await context.close();
  },
});

test.afterEach(({ complaints }) => {
  expect(complaints, 'console messages, errors, and requests but for the page').toEqual([]);
});

export const PHONE = { width: 375, height: 667 };

/** Opens the first cell that a number leads to, and its samples. */
export async function openSamples(page: Page): Promise<void> {
  await page.locator('td[data-value] a[href^="#cell-"]').first().click();
  await page.locator('.cell:target summary').click();
  await expect(page.locator('.cell:target tbody tr')).not.toHaveCount(0);
}
