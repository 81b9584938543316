import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { CellRun } from '../port/cell-run.ts';

declare global {
  interface Window {
    /** `--enable-net-benchmarking`; not in every build of Chromium. */
    readonly chrome?: { readonly benchmarking?: { closeConnections(): void } };
  }
}

/** Time limit for connections to close, and polling interval, in ms. */
const DEADLINE_MS = 5_000;
const INTERVAL_MS = 20;

/**
 * Closes a page and all connections of its browser; session tickets stay.
 * @returns false when this Chromium cannot; then the page stays open.
 * @throws Error when the kernel still lists connections to the server after 5 s (not on loopback).
 */
export async function closeConnections(
  run: Pick<CellRun, 'countConnections'>,
  page: Page,
): Promise<boolean> {
  const closed = await page.evaluate(() => {
    const benchmarking = window.chrome?.benchmarking;
    benchmarking?.closeConnections();
    return benchmarking !== undefined;
  });
  if (!closed) return false;
  await page.close();
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    const open = await run.countConnections();
    if (open === null || open.tcp + open.udp === 0) return true;
    if (performance.now() > deadline) {
      throw new Error(`${open.tcp} TCP and ${open.udp} QUIC connections were not closed in 5 s`);
    }
    await delay(INTERVAL_MS);
  }
}
