import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { launchBrowser } from '@holbench/harness/browser';
import { parseJson } from '@holbench/protocol/parse';
import { formatBytes } from '@holbench/reports/document/format';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { orderStatistic } from '@holbench/stats/statistics';
import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import { LOG_FOLDER, type Opening } from './open-page.ts';
import { LANE_READY } from './race/race.ts';

const MINUTE_MS = 60_000;
/** From the start of a minute until it is traced: the lanes have their transfers by then. */
const BEFORE_MS = 12_000;
/** Of each minute so much is traced: a trace of all of it would be larger than what it tells of. */
const TRACED_MS = 10_000;
/** A category alone that begins with `disabled-by-default-` would have all others traced, too. */
const CATEGORY = 'devtools.timeline';
/** Once in each frame that a page draws. */
const FRAME = 'Layerize';

/** Chromium's own trace, as far as it is read. */
const Trace = v.object({
  traceEvents: v.array(
    v.object({
      name: v.string(),
      /** In µs. */
      ts: v.number(),
      args: v.optional(v.object({ data: v.optional(v.unknown()) })),
    }),
  ),
});

/** Not of a lane in a frame. */
const OfThePage = v.object({ isOutermostMainFrame: v.literal(true) });

/**
 * Prints when the first lane was ready, and once a minute how many frames the page draws in a second, by
 * Chromium's tracing, and what memory it has.
 * @param play keeps it busy; is called again when it resolves.
 */
export async function measurePage(
  address: string,
  minutes: number,
  options: Opening,
  play: (page: Page) => Promise<void>,
): Promise<void> {
  await using running = await launchBrowser({ ...options, logFolder: LOG_FOLDER });
  const { browser } = running;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('.lane').first().waitFor();
  console.log(await firstLane(page));
  const endMs = Date.now() + minutes * MINUTE_MS;
  const played = (async () => {
    while (Date.now() < endMs) await play(page);
  })();
  const measured = (async () => {
    for (let minute = 1; minute <= minutes; minute += 1) {
      const nextMs = Date.now() + MINUTE_MS;
      await delay(BEFORE_MS);
      const frames = await tracedFrames(browser, page);
      console.log(`minute ${minute}: ${frames}; ${await memoryOf(browser, page)}`);
      await delay(Math.max(0, nextMs - Date.now()));
    }
  })();
  await Promise.all([played, measured]);
}

async function firstLane(page: Page): Promise<string> {
  const handle = await page.waitForFunction((name) => {
    const [mark] = performance.getEntriesByName(name);
    const [loaded] = performance.getEntriesByType('navigation');
    if (!mark || !(loaded instanceof PerformanceNavigationTiming)) return null;
    return { readyMs: mark.startTime, loadedMs: loaded.loadEventEnd };
  }, LANE_READY);
  const { readyMs = NaN, loadedMs = NaN } = (await handle.jsonValue()) ?? {};
  return `first lane: ${(readyMs - loadedMs).toFixed(0)} ms after the page had loaded, which took ${loadedMs.toFixed(0)} ms`;
}

/** `59.9 frames/s, 95 % within 16.8 ms of the one before, longest 33.4 ms`. */
async function tracedFrames(browser: Browser, page: Page): Promise<string> {
  await browser.startTracing(page, { categories: [CATEGORY] });
  await delay(TRACED_MS);
  const { traceEvents } = parseJson(Trace, (await browser.stopTracing()).toString());
  const atMs = traceEvents
    .filter(({ name, args }) => name === FRAME && v.is(OfThePage, args?.data))
    .map(({ ts }) => ts / 1_000)
    .toSorted((a, b) => a - b);
  const gaps = sortSamples(atMs.slice(1).map((ms, index) => ms - (atMs[index] ?? ms)));
  if (gaps === null) return 'no frames';
  const perSecond = (1_000 * atMs.length) / TRACED_MS;
  const [most, longest] = [orderStatistic(gaps, 0.95), orderStatistic(gaps, 1)];
  return `${perSecond.toFixed(1)} frames/s, 95 % within ${most.toFixed(1)} ms of the one before, longest ${longest.toFixed(1)} ms`;
}

/** What the page keeps after a collection of garbage; all of Chromium, where the system tells (Linux). */
async function memoryOf(browser: Browser, page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  await session.detach();
  const ofBrowser = await browser.newBrowserCDPSession();
  const { processInfo } = await ofBrowser.send('SystemInfo.getProcessInfo');
  await ofBrowser.detach();
  const shares = await Promise.all(processInfo.map(({ id }) => memoryBytes(id)));
  const all = shares.reduce((sum, bytes) => sum + bytes, 0);
  return `heap of the page ${formatBytes(usedSize)}, ${nodes} nodes; Chromium ${formatBytes(all)}`;
}

/** Proportional set size of a process; 0 where it is not told. */
async function memoryBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return 1_024 * Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
}
