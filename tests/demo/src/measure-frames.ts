import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { LOG_FOLDER, type Opening } from '@holbench/demo/take-screenshot';
import { LANE_READY } from '@holbench/demo/race/race';
import { launchBrowser } from '@holbench/harness/browser';
import { parseJson } from '@holbench/protocol/parse';
import { formatBytes } from '@holbench/reports/document/format';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { orderStatistic } from '@holbench/stats/statistics';
import type { Browser } from 'playwright-core';
import * as v from 'valibot';
import { BarePage } from './bare-page.ts';

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

/** When the first lane was ready, and when the page had loaded, in ms since its navigation began. */
const FirstLane = v.nullable(v.object({ readyMs: v.number(), loadedMs: v.number() }));
const FIRST_LANE = `(() => {
  const [mark] = performance.getEntriesByName(${JSON.stringify(LANE_READY)});
  const [{ loadEventEnd }] = performance.getEntriesByType('navigation');
  return mark ? { readyMs: mark.startTime, loadedMs: loadEventEnd } : null;
})()`;

/** Races all lanes at once, again and again. */
const RACE_ON = `setInterval(() => {
  const start = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Start');
  if (start === undefined) return;
  document.querySelector('option[value=once]').selected = true;
  start.click();
}, 500)`;

/**
 * Prints when the first lane was ready, and once a minute of races how many frames the page draws in a second,
 * by Chromium's tracing, and what memory it has.
 */
export async function measureFrames(
  address: string,
  minutes: number,
  options: Opening,
): Promise<void> {
  await using running = await launchBrowser({ ...options, logFolder: LOG_FOLDER });
  const { browser } = running;
  const page = await BarePage.open(browser, address, { width: 1440, height: 900 });
  let first = null;
  while (first === null) {
    await delay(500);
    first = await page.evaluate(FirstLane, FIRST_LANE);
  }
  const { readyMs, loadedMs } = first;
  console.log(
    `first lane: ${(readyMs - loadedMs).toFixed(0)} ms after the page had loaded, which took ${loadedMs.toFixed(0)} ms`,
  );
  await page.evaluate(v.unknown(), RACE_ON);
  for (let minute = 1; minute <= minutes; minute += 1) {
    const nextMs = Date.now() + MINUTE_MS;
    await delay(BEFORE_MS);
    const frames = await tracedFrames(browser);
    console.log(`minute ${minute}: ${frames}; ${await memoryOf(browser, page)}`);
    await delay(Math.max(0, nextMs - Date.now()));
  }
}

/** `59.9 frames/s, 95 % within 16.8 ms of the one before, longest 33.4 ms`. */
async function tracedFrames(browser: Browser): Promise<string> {
  await browser.startTracing(undefined, { categories: [CATEGORY] });
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

const Heap = v.object({ usedSize: v.number() });
const Counters = v.object({ nodes: v.number() });

/** What the page keeps after a collection of garbage; all of Chromium, where the system tells (Linux). */
async function memoryOf(browser: Browser, page: BarePage): Promise<string> {
  await page.send(v.unknown(), 'HeapProfiler.collectGarbage');
  const { usedSize } = await page.send(Heap, 'Runtime.getHeapUsage');
  const { nodes } = await page.send(Counters, 'Memory.getDOMCounters');
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
