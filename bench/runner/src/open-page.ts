import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openUnwatched } from '@holbench/harness/network-inspection';
import { type Access, letIn } from '@holbench/harness/let-in';
import { pageQuery } from '@holbench/factors/page-settings';
import { withDeadline } from '@holbench/harness/with-deadline';
import { checkSchema } from '@holbench/results/check-schema';
import { callerOf } from '@holbench/scenarios/port/call-page';
import { TELL, Told } from '@holbench/scenarios/port/told';
import type { CellRun, LabPage } from '@holbench/scenarios/port/cell-run';
import type { PageFunctions } from '@holbench/scenarios/port/holbench-page';
import type { BrowserContext } from 'playwright-core';

export type Opened = Pick<CellRun, 'origin' | 'variant' | 'timeoutMs' | 'logFolder'> & {
  /** What lets the page in, where the server needs a token. */
  readonly access?: Access;
  readonly cell: Pick<CellRun['cell'], 'factors'>;
  /** Called when a renderer has ended without being asked to. */
  readonly onCrash: () => void;
  /** Is told what happens on the page; missing: nobody watches. */
  readonly onTold?: (told: Told) => void;
};

/**
 * Opens the lab's page and waits until its transport is connected. Its console goes to the logs.
 * @param scenario whose page functions the drive calls.
 */
export async function openPageIn<Functions extends PageFunctions>(
  { cell, origin, variant, timeoutMs, logFolder, onCrash, access, onTold }: Opened,
  scenario: string,
  context: BrowserContext,
): Promise<LabPage<Functions>> {
  if (access) await letIn(context, access);
  // Playwright would wait for ever for a renderer that ends before it is known.
  const page = await withDeadline(context.newPage(), [], {
    limitMs: timeoutMs,
    late: `a page of Chromium did not open within ${timeoutMs / 1_000} s: its renderer may have ended`,
  });
  page.setDefaultTimeout(timeoutMs);
  const log = (line: string): void => {
    // A line may be lost when the page logs while the cell ends.
    void appendFile(join(logFolder, 'page.log'), `${line}\n`).catch(() => {});
  };
  page.on('crash', onCrash);
  if (onTold) {
    await page.exposeBinding(TELL, (_page, told: unknown) => onTold(checkSchema(Told, told)));
  }
  page.on('console', (message) => log(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => log(`uncaught: ${error.stack ?? error.message}`));
  await openUnwatched(page, async () => {
    await page.goto(`${origin}/?variant=${variant.id}&${pageQuery(cell.factors)}`);
    await page.evaluate(() => window.holbench.ready);
  });
  return { page, call: callerOf<Functions>(page, scenario), close: () => context.close() };
}
