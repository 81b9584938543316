import '@holbench/scenarios/port/holbench-page';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { orderStatistic } from '@holbench/stats/statistics';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** Set while it loads a CoValue again and again. */
    isWatching?: boolean;
  }
}

const PAUSE_MS = 10;
const LIMIT_MS = 5_000;

/** Latency of a page's loads of one CoValue, one after the other. */
export interface Latencies {
  readonly loads: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * A client that keeps the rules, for as long as `during` takes.
 * @throws Error when one of its loads fails, or takes 5 s.
 */
export async function watchLatency(
  page: Page,
  id: string,
  during: () => Promise<unknown>,
): Promise<Latencies> {
  const watching = page.evaluate(
    async ({ id, pauseMs, limitMs }) => {
      const transport = await window.holbench.transport();
      const times: number[] = [];
      window.isWatching = true;
      while (window.isWatching) {
        const beganAt = performance.now();
        await transport.load(id, AbortSignal.timeout(limitMs));
        times.push(performance.now() - beganAt);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      return times;
    },
    { id, pauseMs: PAUSE_MS, limitMs: LIMIT_MS },
  );
  // A load that fails is reported when all is over.
  watching.catch(() => {});
  try {
    await during();
  } finally {
    await page.evaluate(() => {
      window.isWatching = false;
    });
  }
  const sorted = sortSamples(await watching);
  if (sorted === null) throw new Error('nothing was loaded');
  const [p50Ms, p99Ms] = [orderStatistic(sorted, 0.5), orderStatistic(sorted, 0.99)];
  return { loads: sorted.length, p50Ms, p99Ms };
}
