import type { CellRun } from '../cell-run.ts';
import { openPage } from './open-page.ts';

/** Set-ups of a cell that count; one more comes before, for the browser's and the server's own sake. */
export const SET_UPS = 5;

/**
 * 5h: users who come one after the other, each with a browser context of its own, which has no
 * connection, no session ticket and nothing cached: what it takes until they see something.
 */
export async function setUp(run: CellRun): Promise<void> {
  const browser = await run.browser();
  for (let user = 0; user <= SET_UPS; user += 1) {
    const page = await openPage(run, browser);
    const measurements = await page.evaluate((user) => window.holbench.setUp(user), user);
    run.record(measurements, { warmup: user === 0 });
    await page.context().close();
  }
}
