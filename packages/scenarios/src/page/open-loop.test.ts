import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OpenLoop } from './open-loop.ts';

/** Chromium's timers: fractions are cut off, and one that a timer sets takes 4 ms at least (HTML). */
let now = 0;
let timers: { readonly atMs: number; readonly run: () => void }[] = [];
let nested = false;

beforeEach(() => {
  now = 0.4;
  timers = [];
  nested = false;
  vi.stubGlobal('performance', { now: () => now });
  vi.stubGlobal('setTimeout', (run: () => void, delayMs: number) => {
    const truncated = Math.max(0, Math.trunc(delayMs));
    timers.push({ atMs: now + (nested ? Math.max(4, truncated) : truncated), run });
    return timers.length;
  });
});
afterEach(() => vi.unstubAllGlobals());

function runTimers(): void {
  for (let timer = timers.shift(); timer; timer = timers.shift()) {
    now = timer.atMs;
    nested = true;
    timer.run();
  }
}

test('each operation begins at its time or less than 1 ms after it, whatever timers do', async () => {
  const late: number[] = [];
  const loop = new OpenLoop({ perSecond: 30, most: 20 }, async (index, intendedAtMs) => {
    late.push(now - intendedAtMs);
    return index;
  });
  runTimers();
  expect(await loop.complete()).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...late)).toBeLessThan(1);
});

test('what a busy page missed is sent when it ends, and waited for', async () => {
  const sent: number[] = [];
  const loop = new OpenLoop({ perSecond: 10 }, async (index) => {
    sent.push(index);
    return index;
  });
  now = 350.4;
  expect(await loop.end()).toEqual([0, 1, 2, 3]);
  expect(sent).toEqual([0, 1, 2, 3]);
});
