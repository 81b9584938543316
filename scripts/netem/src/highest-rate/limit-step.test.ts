import { expect, test } from 'vitest';
import { addedDelaysMs } from './limit-step.ts';

const LINK = { rateKbps: 12_000, delayMs: 10 };
/** 1 ms each at 12 Mbit/s. */
const BYTES = 1500;

test('on an ideal link nothing is added, whatever bursts were sent', () => {
  const seen = { sentUs: [0, 0, 5000], arrived: [0, 1, 2], arrivedUs: [11_000, 12_000, 16_000] };
  expect(addedDelaysMs(seen, BYTES, LINK)).toEqual([0, 0, 0]);
});

test('what comes later than the bottleneck explains was added', () => {
  const seen = { sentUs: [0, 500, 1000], arrived: [0, 2], arrivedUs: [11_250, 13_500] };
  expect(addedDelaysMs(seen, BYTES, LINK)).toEqual([0.25, 0.5]);
});

test('of nothing there is nothing', () => {
  expect(addedDelaysMs({ sentUs: [0], arrived: [], arrivedUs: [] }, BYTES, LINK)).toBeNull();
});
