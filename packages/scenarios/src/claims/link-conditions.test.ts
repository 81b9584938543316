import type { NetworkProfile } from '@holbench/results/network-profile';
import { expect, test } from 'vitest';
import {
  aboveHttp2Window,
  aboveReno,
  besideLossless,
  besideSlower,
  quicRenoMbps,
} from './link-conditions.ts';

function network(
  id: string,
  { rateKbps = 20_000, lossFraction = 0, delayMs = 50 }: Partial<Changes> = {},
): NetworkProfile {
  const side = { rateKbps, delayMs, jitterMs: 0, lossFraction, lossBurstPackets: 1, queue: null };
  return { id, down: side, up: side };
}

interface Changes {
  readonly rateKbps: number | null;
  readonly lossFraction: number;
  readonly delayMs: number;
}

test('a fast network is judged beside the slowest that differs in its rate alone', () => {
  const slow = network('slow');
  const faster = network('faster', { rateKbps: 100_000 });
  const [open, loopback] = [network('open', { rateKbps: null }), network('lo', { rateKbps: null })];
  const far = network('far', { rateKbps: 1_000, delayMs: 90 });
  const all = [far, faster, slow, open, loopback];
  expect(besideSlower(open, all)).toEqual([slow, open]);
  expect(besideSlower(loopback, all)).toEqual([slow, loopback]);
  expect(besideSlower(faster, [slow, faster])).toBeNull();
  expect(besideSlower(open, [open, loopback])).toBeNull();
  const lossy = network('lossy', { rateKbps: null, lossFraction: 0.01 });
  expect(besideSlower(lossy, [slow, lossy])).toBeNull();
});

test('a lossy network is judged beside the one without losses', () => {
  const [clean, lossy] = [network('clean'), network('lossy', { lossFraction: 0.01 })];
  expect(besideLossless(lossy, [lossy, clean])).toEqual([clean, lossy]);
  expect(besideLossless(clean, [lossy, clean])).toBeNull();
  expect(besideLossless(lossy, [lossy, network('far', { delayMs: 90 })])).toBeNull();
});

test('a bound shows only on a link that carries more', () => {
  // 65 535 bytes in 100 ms are 5.24 Mbit/s; a quarter more is 6.55.
  expect(aboveHttp2Window(network('n', { rateKbps: 6_600 }))).toHaveLength(1);
  expect(aboveHttp2Window(network('n', { rateKbps: 6_500 }))).toBeNull();
  expect(aboveHttp2Window(network('n', { delayMs: 0 }))).toBeNull();
  // 1.2247 · 1411 · 8 ÷ (100 ms · √0.01).
  const lossy = network('n', { lossFraction: 0.01 });
  expect(quicRenoMbps(lossy)).toBeCloseTo(1.3825, 3);
  expect(aboveReno(lossy)).toHaveLength(1);
  expect(aboveReno(network('n', { lossFraction: 0.01, rateKbps: 1_700 }))).toBeNull();
  expect(aboveReno(network('n'))).toBeNull();
});
