import type * as PerfHooks from 'node:perf_hooks';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';

vi.mock('node:perf_hooks', async (importOriginal) => {
  const real = await importOriginal<typeof PerfHooks>();
  return {
    ...real,
    monitorEventLoopDelay: vi.fn<typeof monitorEventLoopDelay>(real.monitorEventLoopDelay),
  };
});

// Another file of this worker may have loaded the meter with the real one.
vi.resetModules();
const { EventLoopMeter } = await import('./event-loop-meter.ts');

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a meter that never began says nothing', () => {
  expect(new EventLoopMeter().read()).toBeNull();
});

test('a blocked loop is late by as much, and busy for its share of the time', async () => {
  const meter = new EventLoopMeter();
  block(100);
  meter.begin();
  await delay(150);
  block(150);
  await delay(20);
  const used = meter.read();
  expect(used?.delayMaxMs).toBeGreaterThan(120);
  expect(used?.delayP99Ms).toBeGreaterThan(120);
  // 150 of 320 ms, and nothing of what was before.
  expect(used?.utilization).toBeGreaterThan(0.3);
  // Time without a processor counts, too, on a busy machine.
  expect(used?.utilization).toBeLessThan(0.97);
});

test('an idle loop is hardly busy', async () => {
  const meter = new EventLoopMeter();
  meter.begin();
  await delay(300);
  expect(meter.read()?.utilization).toBeLessThan(0.3);
});

test('takes off what Node’s histogram holds beside the delay: the resolution that was asked for', async () => {
  const meter = new EventLoopMeter();
  const { lastCall, results } = vi.mocked(monitorEventLoopDelay).mock;
  const resolutionMs = lastCall?.[0]?.resolution ?? 0;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the meter has just made it
  const histogram = results.at(-1)?.value as ReturnType<typeof monitorEventLoopDelay>;
  meter.begin();
  await delay(300);
  const used = meter.read();
  // Times between two firings: of a loop that is never late, the resolution.
  expect(histogram.min / 1e6).toBeGreaterThan(resolutionMs - 2);
  expect(histogram.min / 1e6).toBeLessThan(resolutionMs + 5);
  expect(used?.delayMaxMs).toBeCloseTo(histogram.max / 1e6 - resolutionMs, 6);
  expect(used?.delayP99Ms).toBeCloseTo(histogram.percentile(99) / 1e6 - resolutionMs, 6);
});
