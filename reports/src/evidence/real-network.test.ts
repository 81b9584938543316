import type { NetworkReading, RealNetwork } from '@holbench/results/real-network';
import { expect, test } from 'vitest';
import { REAL_NETWORK, LOOPBACK } from '../../../packages/results/fixtures/run-lines.ts';
import {
  realNetworkLine,
  realNetworkRtt,
  realNetworkRows,
  networkInWords,
} from './real-network.ts';

const delays = (median: number) => ({ n: 5, min: median - 1, median, max: median + 1 });
const READING: NetworkReading = {
  measuredAt: '2026-11-26T12:00:00.000Z',
  seconds: 9,
  rttMs: delays(40),
  tcpConnectMs: delays(41),
  quicMs: null,
  down: { sent: 500, lost: 3, goodputKbps: 18_200 },
  up: { sent: 500, lost: 0, goodputKbps: null },
};
const NETWORK: RealNetwork = { ...REAL_NETWORK, reading: READING };

test('a real network is told by what was measured, with nothing configured beside it', () => {
  expect(realNetworkRows(NETWORK)).toEqual([
    ['round-trip time of UDP', '40.0 ms (39.0 – 41.0, n=5)'],
    ['TCP connect', '41.0 ms (40.0 – 42.0, n=5)'],
    ['down: goodput of one TCP connection', '18.2 Mbit/s'],
    ['down: datagrams lost', '3 of 500'],
    ['up: goodput of one TCP connection', 'not measured'],
    ['up: datagrams lost', '0 of 500'],
  ]);
});

test('without a helper there are round trips alone', () => {
  const reading = { ...READING, rttMs: null, quicMs: delays(43), down: null, up: null };
  expect(realNetworkRows({ ...NETWORK, reading })).toEqual([
    ['round-trip time of UDP', 'not measured: no helper at the target'],
    ['TCP connect', '41.0 ms (40.0 – 42.0, n=5)'],
    ['first answer of QUIC', '43.0 ms (42.0 – 44.0, n=5)'],
  ]);
  expect(realNetworkLine(reading)).toBe('RTT 41.0 ms');
  expect(realNetworkRtt({ ...NETWORK, reading })).toBe(
    '41.0 ms (40.0 – 42.0, n=5), by TCP connects',
  );
});

test('a reading around a cell is one line', () => {
  expect(realNetworkLine(READING)).toBe('RTT 40.0 ms, down 3 of 500 lost, up 0 of 500 lost');
});

test('in a few words it claims nothing of losses and queues', () => {
  expect(networkInWords({ ...LOOPBACK, found: NETWORK })).toBe(
    'RTT 40.0 ms, 18.2 Mbit/s down, real network',
  );
});
