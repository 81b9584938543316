import { DEFAULT_FACTORS } from '@holbench/factors/values';
import type { NetworkProfile } from '@holbench/results/network-profile';
import { expect, test } from 'vitest';
import { UNSHAPED, WORKLOAD } from '../../../../results/fixtures/run-lines.ts';
import {
  leastWindowSeconds,
  loadedWindowSeconds,
  phaseSeconds,
  rampSpec,
  unfit,
} from './timing.ts';

const link = (down: Partial<NetworkProfile['down']>, workload: Partial<typeof WORKLOAD> = {}) => ({
  network: { profile: { id: 'x', down: { ...UNSHAPED, ...down }, up: UNSHAPED } },
  workload: {
    ...WORKLOAD,
    holbWindowSeconds: 12,
    windowMessages: 200,
    windowLosses: 10,
    probesPerSecond: 20,
    ...workload,
  },
});
const plan = (...changes: Parameters<typeof link>) => ({
  ...link(...changes),
  factors: DEFAULT_FACTORS,
});

test('a window is as long as asked for, and holds its messages', () => {
  expect(leastWindowSeconds(link({}).workload)).toBe(12);
  expect(leastWindowSeconds(link({}, { probesPerSecond: 2 }).workload)).toBe(100.5);
});

test('and its losses, at the goodput that one connection has with them', () => {
  // 1 Mbit/s carries 77.7 full segments a second, 90 % of the rate: one of 1000 is lost.
  const slow = link({ rateKbps: 1_000, lossFraction: 0.001 });
  expect(loadedWindowSeconds(slow, 'download')).toBeCloseTo(10 / 0.0777, 1);
  expect(loadedWindowSeconds(slow, 'upload')).toBe(12);
  expect(loadedWindowSeconds(link({ rateKbps: 1_000 }), 'download')).toBe(12);
});

test('an interval of the goodput is a second, and longer where a chunk takes one', () => {
  const intervalMs = (rateKbps: number) => rampSpec(plan({ rateKbps }), 'download').intervalMs;
  expect(intervalMs(5_000)).toBe(1_000);
  // Two chunks of 100 KiB take 1638 ms.
  expect(intervalMs(1_000)).toBe(1_700);
});

test('an interval is as long as two chunks of its cell’s own size', () => {
  const cell = (rateKbps: number, chunkBytes: number) => ({
    ...plan({ rateKbps }),
    factors: { ...DEFAULT_FACTORS, chunkBytes },
  });
  // Two chunks of 512 KiB take 1678 ms, and those of 16 KiB 262 ms.
  expect(rampSpec(cell(5_000, 512 * 1024), 'download').intervalMs).toBe(1_700);
  expect(rampSpec(cell(1_000, 16 * 1024), 'download').intervalMs).toBe(1_000);
  expect(unfit(cell(400, 512 * 1024), 'download')).toBe(
    '2 chunks take 21 s, of 20 s at most: choose a faster network, or a smaller --chunk-size',
  );
  expect(unfit(cell(50, 16 * 1024), 'download')).toBeNull();
});

test('a link over which that takes too long is refused, with a remedy', () => {
  expect(unfit(plan({}), 'download')).toBeNull();
  const seldom = plan({ rateKbps: 1_000, lossFraction: 0.0001 });
  expect(unfit(seldom, 'download')).toBe(
    'a window would last 1288 s, of 300 s at most, to hold 10 expected losses: give fewer --least-losses',
  );
  expect(unfit(plan({}, { probesPerSecond: 0.5 }), 'download')).toBe(
    'a window would last 402 s, of 300 s at most, to hold 200 messages: give fewer --least-messages',
  );
});

test('a link that does not carry a transfer’s first interval in time is refused', () => {
  expect(unfit(plan({ rateKbps: 100 }), 'download')).toBeNull();
  expect(unfit(plan({ rateKbps: 50 }), 'download')).toBe(
    '2 chunks take 32.8 s, of 20 s at most: choose a faster network, or a smaller --chunk-size',
  );
});

test('where packets are lost, cells side by side wait for the slowest transfer', () => {
  const seconds = (cells: number, lossFraction: number) =>
    phaseSeconds(plan({ rateKbps: 20_000, lossFraction }), 'download', cells);
  expect(seconds(2, 0)).toBe(seconds(1, 0));
  // Windows of 12 s, of two phases.
  expect(seconds(2, 0.005) - seconds(1, 0.005)).toBeCloseTo(2 * 0.8 * 12, 5);
  expect(seconds(3, 0.005)).toBe(seconds(2, 0.005));
});
