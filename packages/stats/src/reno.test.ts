import { expect, test } from 'vitest';
import { type LossyPath, renoGoodputMbps } from './reno.ts';

const path = (changes: Partial<LossyPath> = {}): LossyPath => ({
  payloadBytes: 1_000,
  packetBytes: 1_250,
  rttMs: 50,
  lossFraction: 0.01,
  lossBurstPackets: 1,
  rateKbps: null,
  ...changes,
});

test('is 1.22 · MSS ÷ (RTT · √p)', () => {
  // √1.5 × 8000 bit ÷ (50 ms × 0.1).
  expect(renoGoodputMbps(path())).toBeCloseTo(1.959592, 6);
  // Four times the losses halve it, and so does twice the round trip.
  expect(renoGoodputMbps(path({ lossFraction: 0.04 }))).toBeCloseTo(0.979796, 6);
  expect(renoGoodputMbps(path({ rttMs: 100 }))).toBeCloseTo(0.979796, 6);
  // TCP over Ethernet, 50 ms, 0.1 %: 1.2247 × 11 584 bit ÷ (50 ms × 0.031623).
  expect(renoGoodputMbps(path({ payloadBytes: 1_448, lossFraction: 0.001 }))).toBeCloseTo(
    8.972928,
    6,
  );
});

test('a run of losses counts once', () => {
  expect(renoGoodputMbps(path({ lossFraction: 0.04, lossBurstPackets: 4 }))).toBeCloseTo(
    1.959592,
    6,
  );
});

test('no more than the link carries of payload', () => {
  expect(renoGoodputMbps(path({ rateKbps: 1_000 }))).toBe(0.8);
  expect(renoGoodputMbps(path({ lossFraction: 0, rateKbps: 20_000 }))).toBe(16);
});

test('without losses and rate there is nothing to predict', () => {
  expect(renoGoodputMbps(path({ lossFraction: 0 }))).toBeNull();
});

test('a window that is cut less carries more', () => {
  // √(1.7 / 0.6) = 1.683251 instead of 1.224745.
  expect(renoGoodputMbps(path(), 0.7)).toBeCloseTo(2.693201, 6);
  expect(renoGoodputMbps(path(), 0.5)).toBe(renoGoodputMbps(path()));
});
