import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Act, closedLoop, type LoopSpec } from './closed-loop.ts';

// Operations take an exact time.
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const takes =
  (ms: number): Act =>
  async () => {
    await after(ms);
    return { bytes: 100, protocol: 'h2' };
  };
const SPEC: LoopSpec = {
  operation: 'load',
  clients: 2,
  seconds: 1,
  operations: 1e9,
  samples: 20,
  seed: 1,
};

async function loop(acts: readonly Act[], changes: Partial<LoopSpec> = {}) {
  const result = closedLoop(acts, { ...SPEC, ...changes });
  await vi.runAllTimersAsync();
  return result;
}

test('each client begins when its last operation has ended, and none after the time', async () => {
  const { count, measurements } = await loop([takes(100), takes(400)]);
  // 10 of 100 ms; 3 of 400 ms, the last of which ends at 1.2 s.
  expect(count).toEqual({
    seconds: 1.2,
    operations: 13,
    failed: 0,
    failure: '',
    bytes: 1_300,
    durations: [
      [10_000, 10],
      [40_000, 3],
    ],
  });
  expect(measurements).toHaveLength(13);
  expect(measurements[0]).toMatchObject({
    label: 'load-2',
    user: 0,
    outcome: { status: 'ok', durationMs: 100, bytes: 100, protocol: 'h2' },
  });
});

test('no more clients than asked for, and no more operations of all together', async () => {
  const { count } = await loop([takes(10), takes(10), takes(10)], { operations: 5 });
  expect(count).toMatchObject({ operations: 5, seconds: 0.03, durations: [[1_000, 5]] });
});

test('a failure stops its client alone, and the first one is told', async () => {
  let begun = 0;
  const breaks: Act = async () => {
    await after(50);
    begun += 1;
    if (begun === 3) throw new Error('connection lost');
    return { bytes: 1, protocol: 'h2' };
  };
  const { count, measurements } = await loop([breaks, takes(250)]);
  expect(begun).toBe(3);
  expect(count).toMatchObject({ operations: 6, failed: 1, failure: 'connection lost' });
  expect(count.durations).toEqual([
    [5_000, 2],
    [25_000, 4],
  ]);
  expect(measurements.every(({ outcome }) => outcome.status === 'ok')).toBe(true);
});

test('as many as asked for are samples, chosen from all of them', async () => {
  const { count, measurements } = await loop([takes(1)], { clients: 1 });
  expect(count.operations).toBe(1_000);
  expect(measurements).toHaveLength(20);
  const times = measurements.map(({ intendedAtMs }) => intendedAtMs);
  expect(new Set(times).size).toBe(20);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  expect(last - first).toBeGreaterThan(600);
});

test('the first byte of a file is a sample of its own', async () => {
  const file: Act = async (onFirstByte) => {
    await after(20);
    onFirstByte();
    await after(80);
    return { bytes: 1_000, protocol: 'h2' };
  };
  const { count, measurements } = await loop([file], {
    operation: 'file',
    clients: 1,
    operations: 1,
  });
  expect(count).toMatchObject({ operations: 1, bytes: 1_000, durations: [[10_000, 1]] });
  expect(
    measurements.map(({ label, outcome }) => [
      label,
      outcome.status === 'ok' && [outcome.durationMs, outcome.bytes],
    ]),
  ).toEqual([
    ['file-1-first-byte', [20, 0]],
    ['file-1', [100, 1_000]],
  ]);
});
