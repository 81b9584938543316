import type { CoValueSummary } from '@holbench/protocol/covalue';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageContext } from '../../port/page-context.ts';
import type { ProbeEvents } from './probe-events.ts';
import { ProbeSeries } from './probe-series.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A series of 20 probes a second over a page that only counts what is sent. */
function series() {
  const answer = { value: null, bytes: 1, endedAtMs: 0, protocol: Promise.resolve('h2') };
  const load = vi.fn(() => Promise.resolve(answer));
  const mutate = vi.fn(() => Promise.resolve(answer));
  const list = Array.from(
    { length: 10 },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test's own stand-in, with what a series uses
    (_, id) => ({ id: `co_${id}` }) as unknown as CoValueSummary,
  );
  const probes = new ProbeSeries(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test's own stand-in, with what a series uses
    { transport: { load, mutate }, list } as unknown as PageContext,
    { phase: 'self', probesPerSecond: 20, seed: 1, timeoutMs: 1_000 },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test's own stand-in, with what a series uses
    { arrival: () => Promise.resolve(performance.now()) } as unknown as ProbeEvents,
  );
  return { probes, sent: () => load.mock.calls.length + mutate.mock.calls.length };
}

test('nothing is sent after the end: a phase does not load the next', async () => {
  const { probes, sent } = series();
  await vi.advanceTimersByTimeAsync(500);
  const measurements = await probes.end();
  expect(sent()).toBe(measurements.length);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent()).toBe(measurements.length);
});

test('what a busy page came too late for is sent at the end, and counts', async () => {
  const { probes, sent } = series();
  await vi.advanceTimersByTimeAsync(100);
  expect(sent()).toBe(3);
  // The page is busy for 200 ms: its timer cannot run.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 200);
  const intended = (await probes.end()).map(({ intendedAtMs }) => intendedAtMs);
  const first = intended[0] ?? 0;
  expect(intended.map((ms) => Math.round(ms - first))).toEqual([0, 50, 100, 150, 200, 250, 300]);
});
