import { describe, expect, test } from 'vitest';
import { delaysOf, lossOf, oneWayDelaysUs, queueBytes, rateKbps } from './lane-reading.ts';
import type { Lane } from './phase.ts';
import { sideWith } from '../../fixtures/test-profiles.ts';

/** Numbers from 0 to n − 1. */
const numbers = (n: number) => Array.from({ length: n }, (_, index) => index);

test('delays are summed up in ms', () => {
  expect(delaysOf([3000, 1000, 2500, 1500])).toEqual({ n: 4, min: 1, median: 2, p95: 3, max: 3 });
  expect(delaysOf([])).toBeNull();
});

test('a one-way delay belongs to the packet with its number', () => {
  const seen = { sentUs: [0, 100, 200], arrived: [2, 0], arrivedUs: [1200, 1100] };
  expect(oneWayDelaysUs(seen)).toEqual([1000, 1100]);
});

describe('the rate', () => {
  const lane: Lane = { packets: 8, bytes: 1500, gapUs: 500, protocols: ['udp'] };
  test('is that of the last three quarters of arrivals', () => {
    // The first two came late; from the third to the eighth, one per ms: 12 Mbit/s.
    const arrivedUs = [0, 10, 5000, 6000, 7000, 8000, 9000, 10_000];
    const seen = { sentUs: numbers(8), arrived: numbers(8), arrivedUs };
    expect(rateKbps(lane, seen, 'udp')).toBe(12_000);
    expect(rateKbps(lane, seen, 'tcp')).toBe(0);
  });
  test('is divided among the protocols', () => {
    const shared: Lane = { ...lane, protocols: ['udp', 'tcp'] };
    // Per socket in order, as the measurement reads them. TCP's 7 is lost.
    const arrived = [0, 2, 4, 6, 1, 3, 5];
    const seen = { sentUs: numbers(8), arrived, arrivedUs: arrived.map((number) => number * 1000) };
    // After packet 1, over 5 ms: 2, 4 and 6 of UDP, 3 and 5 of TCP.
    expect(rateKbps(shared, seen, 'udp')).toBe(7200);
    expect(rateKbps(shared, seen, 'tcp')).toBe(4800);
  });
  test('of nothing is 0', () => {
    expect(rateKbps(lane, { sentUs: [0], arrived: [], arrivedUs: [] }, 'udp')).toBe(0);
    expect(rateKbps(lane, { sentUs: [0], arrived: [0], arrivedUs: [5] }, 'udp')).toBe(0);
  });
});

test('the queue is what its delay is worth, one hiccup left out', () => {
  const arrivedUs = numbers(100).map((index) => index * 100 + (index < 50 ? 10_000 : 60_000));
  arrivedUs[80] = 1_000_000;
  const seen = {
    sentUs: numbers(100).map((index) => index * 100),
    arrived: numbers(100),
    arrivedUs,
  };
  // 50 ms at 20 Mbit/s
  expect(queueBytes(seen, 20_000)).toBe(125_000);
  expect(queueBytes({ sentUs: [0], arrived: [], arrivedUs: [] }, 20_000)).toBeNull();
});

describe('the loss', () => {
  test('comes with its exact 99 % interval', () => {
    const seen = { sentUs: numbers(10), arrived: numbers(9), arrivedUs: numbers(9) };
    // scipy.stats.binomtest(1, 10).proportion_ci(0.99)
    const { low99, high99, ...counts } = lossOf(sideWith({ lossFraction: 0.1 }), seen);
    expect(counts).toEqual({ sent: 10, lost: 1 });
    expect(low99).toBeCloseTo(0.0005011285, 9);
    expect(high99).toBeCloseTo(0.5442871, 6);
  });
  test('counts a packet that arrived twice once', () => {
    const seen = { sentUs: [0, 1], arrived: [0, 0], arrivedUs: [5, 6] };
    expect(lossOf(sideWith({}), seen)).toMatchObject({ sent: 2, lost: 1 });
  });
});
