import { join } from 'node:path';
import { appendFile } from 'node:fs/promises';
import type { RunningBrowser } from '@holbench/harness/browser';
import {
  assertNoNetworkInspection,
  stopNetworkInspection,
} from '@holbench/harness/network-inspection';
import type { BrowserContext, Page } from 'playwright-core';
import type { CellRun } from '../cell-run.ts';

/**
 * Opens the lab's page in a browser context of its own, as a user of its own would, and waits
 * until its transport is connected. What it says on its console goes to the cell's logs.
 * @param options whether opening it is what the scenario measures.
 */
export function openPage(
  run: CellRun,
  browser: RunningBrowser,
  { measured } = { measured: false },
): Promise<Page> {
  const page = open(run, browser);
  return measured ? page : run.opening(page);
}

async function open(run: CellRun, { browser }: RunningBrowser): Promise<Page> {
  return openPageIn(run, await browser.newContext());
}

/** The same for a user who has a browser context already. */
export async function openPageIn(run: CellRun, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(run.timeoutMs);
  const log = (line: string): void => {
    // Lost at worst: the page may speak while the cell's folder is being left.
    void appendFile(join(run.logFolder, 'page.log'), `${line}\n`).catch(() => {});
  };
  page.on('console', (message) => log(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => log(`uncaught: ${error.stack ?? error.message}`));
  await stopNetworkInspection(page);
  await page.goto(`${run.origin}/?variant=${run.variant.id}`);
  await page.evaluate(() => window.holbench.ready);
  await assertNoNetworkInspection(page);
  return page;
}
