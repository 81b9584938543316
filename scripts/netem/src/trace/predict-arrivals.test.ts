import { expect, it } from 'vitest';
import { predictArrivals } from './predict-arrivals.ts';
import type { Trace } from './trace.ts';

/** 1.2 Mbit/s for 20 ms, nothing for 20 ms, 0.6 Mbit/s for 20 ms; a packet takes 10 and 20 ms. */
const TRACE: Trace = {
  file: 'a.csv',
  sha256: '',
  stepMs: 20,
  packets: { down: [2, 0, 1], up: [0, 0, 1] },
};
const EMPTY = { bytes: 1_500, limitBytes: Infinity, delayMs: 5 };

function arrivals(sentMs: number[], changes: Partial<typeof EMPTY> = {}): number[] {
  return predictArrivals(TRACE, 'down', { sentMs, ...EMPTY, ...changes });
}

it('lets packets leave when the trace has carried what was before them, and round its end', () => {
  expect(arrivals([0, 0, 0, 0])).toEqual([15, 25, 65, 75]);
  expect(arrivals([0, 0, 0, 0, 0, 0, 0])).toEqual([15, 25, 65, 75, 85, 125, 135]);
});

it('keeps no capacity for later', () => {
  expect(arrivals([10, 70])).toEqual([25, 85]);
  // Half of it leaves before the gap.
  expect(arrivals([15])).toEqual([55]);
});

it('drops what the queue has no room for', () => {
  // The first is leaving, the second waits.
  expect(arrivals([0, 0, 0, 0], { limitBytes: 1_500 })).toEqual([15, 25]);
  expect(arrivals([0, 0, 10, 10], { limitBytes: 1_500 })).toEqual([15, 25, 65]);
});

it('begins anywhere in the repeated trace', () => {
  expect(arrivals([600, 6_000]).map((ms) => ms % 60)).toEqual([15, 15]);
});
