import type { CoValueSummary } from '@holbench/protocol/covalue';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { OnLeft } from '../../port/client-transport.ts';
import type { PageContext } from '../../port/page-context.ts';
import type { ProbeEvents } from './probe-events.ts';
import { ProbeSeries } from './probe-series.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test's own stand-in, with what a series uses
const EVENTS = { arrival: () => Promise.resolve(performance.now()) } as unknown as ProbeEvents;

/** A series of 20 probes a second over a page that only counts what is sent. */
function series({ hasEvents } = { hasEvents: true }) {
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
    { phase: 'same', probesPerSecond: 20, seed: 1, scheduleSeed: 1, timeoutMs: 1_000 },
    hasEvents ? EVENTS : null,
  );
  return { probes, sent: () => load.mock.calls.length + mutate.mock.calls.length };
}

test('nothing is sent after the end: a phase does not load the next', async () => {
  const { probes, sent } = series();
  await delay(200);
  const measurements = await probes.end();
  expect(measurements.length).toBeGreaterThan(2);
  expect(sent()).toBe(measurements.length);
  await delay(200);
  expect(sent()).toBe(measurements.length);
});

test('what a busy page came too late for is sent at the end, counts, and says when', async () => {
  const { probes, sent } = series();
  // The page is busy, so that nothing wakes it.
  const untilMs = performance.now() + 360;
  while (performance.now() < untilMs);
  expect(sent()).toBe(0);
  const measurements = await probes.end();
  // The machine may have been busy for longer.
  expect(measurements.length).toBeGreaterThanOrEqual(7);
  const late = measurements.map(({ intendedAtMs, sentAtMs = NaN }) => sentAtMs - intendedAtMs);
  // Each within its slot of 50 ms, of 360.
  expect(late[0]).toBeGreaterThan(310);
  expect(late[6]).toBeGreaterThan(0);
});

test('without events loads keep their moments, and nothing is mutated', async () => {
  const [all, loads] = [series(), series({ hasEvents: false })];
  await delay(400);
  const [both, alone] = await Promise.all([all.probes.end(), loads.probes.end()]);
  expect(loads.sent()).toBe(alone.length);
  expect(alone.every(({ index }) => index % 2 === 0)).toBe(true);
  const loaded = both.filter(({ index }) => index % 2 === 0).length;
  // One may have begun a moment earlier.
  expect(Math.abs(alone.length - loaded)).toBeLessThanOrEqual(1);
});

test('a message that was given up before it left says so, of both kinds', async () => {
  // A transport that hears of the abort after the one who waits for the event, as a browser's does.
  const giveUp = async (signal: AbortSignal, onLeft?: OnLeft): Promise<never> => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await delay(5);
    onLeft?.(null);
    throw signal.reason;
  };
  const transport = {
    openRequests: 7,
    load: (_id: unknown, signal: AbortSignal, onLeft?: OnLeft) => giveUp(signal, onLeft),
    mutate: (_id: unknown, _change: unknown, signal: AbortSignal, onLeft?: OnLeft) =>
      giveUp(signal, onLeft),
  };
  const events = {
    arrival: async (_title: string, signal: AbortSignal): Promise<never> => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason;
    },
  };
  const probes = new ProbeSeries(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test's own stand-in, with what a series uses
    { transport, list: [{ id: 'co_1' }] } as unknown as PageContext,
    { phase: 'same', probesPerSecond: 40, seed: 1, scheduleSeed: 1, timeoutMs: 50 },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test's own stand-in, with what a series uses
    events as unknown as ProbeEvents,
  );
  await delay(120);
  const measurements = await probes.end();
  expect(new Set(measurements.map(({ label }) => label)).size).toBe(2);
  for (const { outcome, leftAtMs, openRequests } of measurements) {
    expect([outcome.status, leftAtMs, openRequests]).toEqual(['failed', null, 7]);
  }
});
