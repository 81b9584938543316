import type { BrowserContext } from 'playwright-core';
import type { CellRun } from '../port/cell-run.ts';
import { closeConnections } from './close-connections.ts';
import type { page } from './page.ts';
import { SET_UPS } from './scenario.ts';

type SetUpPage = ReturnType<typeof page>;

/**
 * Users come one after the other, each with a new browser context: no connection, no session
 * ticket, an empty cache. Each opens the page, then once more as a returning user, with session
 * tickets and without connections.
 */
export async function drive(run: CellRun): Promise<void> {
  const browser = await run.browser();
  for (let user = 0; user <= SET_UPS; user += 1) {
    const first = await run.openPage<SetUpPage>(browser, { measured: true });
    const context = first.page.context();
    run.record(await first.call('setUp', { user, returning: false }), { warmup: user === 0 });
    if (await closeConnections(run, first.page)) await driveReturn(run, context, user);
    await context.close();
  }
}

async function driveReturn(run: CellRun, context: BrowserContext, user: number): Promise<void> {
  const again = await run.openPageIn<SetUpPage>(context);
  run.record(await again.call('setUp', { user, returning: true }), { warmup: user === 0 });
}
