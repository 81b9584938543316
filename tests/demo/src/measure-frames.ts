import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { LOG_FOLDER } from '@holbench/demo/take-screenshot';
import { launchBrowser } from '@holbench/harness/browser';
import { findTools } from '@holbench/harness/tools';
import { parseJson } from '@holbench/protocol/parse';
import { formatBytes } from '@holbench/reports/document/format';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { orderStatistic } from '@holbench/stats/statistics';
import type { Browser } from 'playwright-core';
import * as v from 'valibot';
import { BarePage } from './bare-page.ts';

const MINUTE_MS = 60_000;
/** How often it is asked what the page shows, in ms. */
const LOOK_MS = 100;
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
const OfThePage = v.object({ isOutermostMainFrame: v.literal(true) });

/** When a page had its lanes, and when it had loaded, in ms since its navigation began; whether it shows a message. */
const Seen = v.object({ lanesMs: v.nullable(v.number()), hasMessage: v.boolean() });
const SEEN = `(() => ({
  lanesMs: document.querySelector('.lane') ? performance.now() : null,
  hasMessage: [...document.querySelectorAll('.lane')].some((each) => /unanswered\\d+ of [1-9]/.test(each.textContent)),
}))()`;

/**
 * Prints when lanes and the first message were there, and once a minute how many frames the page draws in a second, by
 * Chromium's tracing, and what memory it has.
 */
export async function measureFrames(address: string, minutes: number): Promise<void> {
  const tools = await findTools();
  await using running = await launchBrowser({ tools, forceQuic: [], logFolder: LOG_FOLDER });
  const { browser } = running;
  const page = await BarePage.open(browser, address, { width: 1440, height: 900 });
  let { lanesMs, hasMessage } = await page.evaluate(Seen, SEEN);
  const beganMs = performance.now();
  while (lanesMs === null || !hasMessage) {
    await delay(LOOK_MS);
    const seen = await page.evaluate(Seen, SEEN);
    lanesMs ??= seen.lanesMs;
    ({ hasMessage } = seen);
  }
  const messageMs = performance.now() - beganMs;
  console.log(
    `lanes after ${lanesMs.toFixed(0)} ms, first message after ${messageMs.toFixed(0)} ms`,
  );
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
