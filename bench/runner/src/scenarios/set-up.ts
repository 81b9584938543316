import type { BrowserContext } from 'playwright-core';
import type { CellRun } from '../cell-run.ts';
import { closeConnections } from './close-connections.ts';
import { openPage, openPageIn } from './open-page.ts';

/** Users of a cell that count; one more comes before, for the browser's and the server's own sake. */
export const SET_UPS = 3;

/** Pages that all of them open: each comes twice. */
export const SET_UP_PAGES = 2 * (SET_UPS + 1);

/**
 * 5h: users who come one after the other, each with a browser context of its own, which has no
 * connection, no session ticket and nothing cached: what it takes until they see something. Then
 * the same once more when they return, with the tickets and without the connections.
 */
export async function setUp(run: CellRun): Promise<void> {
  const browser = await run.browser();
  for (let user = 0; user <= SET_UPS; user += 1) {
    const page = await openPage(run, browser, { measured: true });
    const context = page.context();
    const first = await page.evaluate((spec) => window.holbench.setUp(spec), {
      user,
      returning: false,
    });
    run.record(first, { warmup: user === 0 });
    if (await closeConnections(run, page)) await returns(run, context, user);
    await context.close();
  }
}

async function returns(run: CellRun, context: BrowserContext, user: number): Promise<void> {
  const page = await openPageIn(run, context);
  const again = await page.evaluate((spec) => window.holbench.setUp(spec), {
    user,
    returning: true,
  });
  run.record(again, { warmup: user === 0 });
}
