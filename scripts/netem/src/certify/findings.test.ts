import type { DirectionReading, LinkReading } from '@holbench/results/link-certificate';
import { describe, expect, test } from 'vitest';
import { profileNamed } from '../profiles.ts';
import { formatCertificate } from './format-certificate.ts';
import { changed } from '../../fixtures/test-profiles.ts';
import { findingsOf, problemsOf } from './findings.ts';

const fourG = profileNamed('reference-4g');
const delays = (median: number) => ({ n: 30, min: median, median, max: median });

const DOWN: DirectionReading = {
  oneWayDelayMs: delays(50.04),
  udpRateKbps: 20_000,
  tcpRateKbps: 20_000,
  loss: { sent: 20_000, lost: 100, low99: 0.0038, high99: 0.0064 },
  queueBytes: 248_000,
};
const UP: DirectionReading = {
  ...DOWN,
  udpRateKbps: 10_000,
  tcpRateKbps: 10_000,
  queueBytes: 124_000,
};
const FULL: LinkReading = {
  measuredAt: '2026-01-01T00:00:00.000Z',
  kind: 'full',
  seconds: 4.52,
  rttMs: delays(100.2),
  tcpConnectMs: delays(100.3),
  down: DOWN,
  up: UP,
};
const CHECK: LinkReading = {
  ...FULL,
  kind: 'check',
  tcpConnectMs: null,
  down: { ...DOWN, udpRateKbps: 10_200, tcpRateKbps: 9800, queueBytes: null },
  up: { ...UP, udpRateKbps: 5000, tcpRateKbps: 5000, queueBytes: null },
};
const down = (changes: Partial<DirectionReading>): LinkReading => ({
  ...FULL,
  down: { ...DOWN, ...changes },
});

test('what was configured has no problems', () => {
  expect(problemsOf(fourG, FULL)).toEqual([]);
  expect(problemsOf(fourG, CHECK)).toEqual([]);
});

describe('a full reading', () => {
  test('RTT and connect within 5 %', () => {
    expect(problemsOf(fourG, { ...FULL, rttMs: delays(105.07) })).toEqual([]);
    expect(problemsOf(fourG, { ...FULL, rttMs: delays(105.2), tcpConnectMs: delays(95) })).toEqual([
      'round trip: RTT of UDP is 105.2 ms, configured 100.1 ms (tolerance ± 5 ms)',
      'round trip: TCP connect is 95 ms, configured 100.1 ms (tolerance ± 5 ms)',
    ]);
  });
  test('or within 1 ms, where 5 % are less', () => {
    const near = changed(fourG, { delayMs: 2 });
    const reading = down({ oneWayDelayMs: delays(2.9) });
    const both = { ...reading, up: { ...UP, oneWayDelayMs: delays(3.1) } };
    const problems = problemsOf(near, { ...both, rttMs: delays(5), tcpConnectMs: delays(5) });
    expect(problems).toEqual(['up: one-way delay is 3.1 ms, configured 2 ms (tolerance ± 1 ms)']);
  });
  test('nothing that came back is a problem as well', () => {
    expect(problemsOf(fourG, { ...FULL, rttMs: null })).toEqual([
      'round trip: RTT of UDP is unknown, nothing came back, configured 100.1 ms (tolerance ± 5 ms)',
    ]);
  });
  test('rates within 5 %', () => {
    expect(problemsOf(fourG, down({ udpRateKbps: 19_000, tcpRateKbps: 21_000 }))).toEqual([]);
    expect(problemsOf(fourG, down({ udpRateKbps: 18_990, tcpRateKbps: 30_000 }))).toEqual([
      'down: rate of UDP is 18.99 Mbit/s, configured 20 Mbit/s (tolerance ± 5 %)',
      'down: rate of TCP is 30 Mbit/s, configured 20 Mbit/s (tolerance ± 5 %)',
    ]);
  });
  test('without a rate, all that was offered and not lost', () => {
    const ideal = profileNamed('ideal');
    const side = { ...DOWN, oneWayDelayMs: delays(0.1), queueBytes: null };
    const none = { ...side, loss: { sent: 10_000, lost: 0, low99: 0, high99: 0.0005 } };
    const free = { ...none, udpRateKbps: 100_000, tcpRateKbps: 95_000 };
    const reading = { ...FULL, rttMs: delays(0.1), tcpConnectMs: delays(0.1), up: free };
    expect(problemsOf(ideal, { ...reading, down: free })).toEqual([]);
    expect(problemsOf(ideal, { ...reading, down: { ...free, tcpRateKbps: 94_000 } })).toEqual([
      'down: rate of TCP is 94 Mbit/s, configured no limit (tolerance ≥ 95 Mbit/s, of what was offered)',
    ]);
    const lossy = { ...free, loss: { sent: 10_000, lost: 1, low99: 0, high99: 0.001 } };
    expect(problemsOf(ideal, { ...reading, down: lossy })).toEqual([
      'down: loss is 0.01 % (1 of 10000), configured 0 % (tolerance in the 99 % interval 0 % to 0.074 %)',
    ]);
  });
  test('the configured loss in the 99 % interval of the measured', () => {
    const loss = (lost: number) => down({ loss: { sent: 20_000, lost, low99: 0, high99: 1 } });
    // scipy.stats.binom.ppf([0.005, 0.995], 20000, 0.005) is 75 and 127.
    expect(problemsOf(fourG, loss(75))).toEqual([]);
    expect(problemsOf(fourG, loss(127))).toEqual([]);
    expect(problemsOf(fourG, loss(74))).toHaveLength(1);
    expect(problemsOf(fourG, loss(128))).toHaveLength(1);
  });
  test('the queue within 10 % or two packets', () => {
    expect(problemsOf(fourG, down({ queueBytes: 225_000 }))).toEqual([]);
    expect(problemsOf(fourG, down({ queueBytes: 220_000 }))).toEqual([
      'down: queue is 220 kB, configured 250 kB (tolerance ± 25 kB)',
    ]);
    const shallow = changed(fourG, { queue: { kind: 'droptail-packets', limitPackets: 10 } });
    const reading = { ...FULL, up: { ...UP, queueBytes: 15_000 } };
    const with_ = (bytes: number) => ({ ...reading, down: { ...DOWN, queueBytes: bytes } });
    expect(problemsOf(shallow, with_(12_000))).toEqual([]);
    expect(problemsOf(shallow, with_(11_000))).toHaveLength(1);
  });
});

test('what no reading judges is said, and is no problem', () => {
  const jittery = changed(fourG, { jitterMs: 5 });
  const unjudged = (profile: typeof fourG, reading: LinkReading) =>
    findingsOf(profile, reading)
      .filter(({ isWithin }) => isWithin === null)
      .map(({ direction, quantity, configured }) => [direction, quantity, configured]);
  expect(unjudged(fourG, FULL)).toEqual([]);
  expect(unjudged(jittery, FULL)).toEqual([
    ['down', 'one-way delay', '50 ms'],
    ['up', 'one-way delay', '50 ms'],
  ]);
  const codel = changed(fourG, {
    queue: { kind: 'codel', targetMs: 5, intervalMs: 100, limitBytes: 1_500_000 },
  });
  const reading = { ...FULL, down: { ...DOWN, queueBytes: null }, up: { ...UP, queueBytes: null } };
  expect(unjudged(codel, reading)).toEqual([
    ['down', 'queue', 'codel'],
    ['up', 'queue', 'codel'],
  ]);
  expect(problemsOf(codel, reading)).toEqual([]);
});

describe('round trips that vary', () => {
  // Deviation √2 × 4 ms = 5.66 ms: the 95th percentile is 100.1 + 9.3 ms.
  const varying = changed(fourG, { jitterMs: 4 });
  const reading = (n: number, median: number, p95?: number): LinkReading => ({
    ...FULL,
    rttMs: { n, min: 90, median, ...(p95 !== undefined && { p95 }), max: 120 },
  });
  test('have the median and the 95th percentile of the profile, within 5 %', () => {
    expect(problemsOf(varying, reading(60, 105, 114.8))).toEqual([]);
    expect(problemsOf(varying, reading(60, 105.2, 115.2))).toEqual([
      'round trip: RTT of UDP is 105.2 ms, configured 100.1 ms (tolerance ± 5 ms)',
      'round trip: RTT of UDP, p95 is 115.2 ms, configured 109.4 ms (tolerance ± 5.5 ms)',
    ]);
  });
  test('or within the 99.9 % error of a sample that is small', () => {
    // 3.291 × 1.2533 × 5.66 ÷ √8 = 8.25 ms; the 95th percentile's is 13.91 ms.
    expect(problemsOf(varying, reading(8, 108.2, 123))).toEqual([]);
    expect(problemsOf(varying, reading(8, 108.5, 123.5))).toHaveLength(2);
  });
  test('have a 95th percentile where there is no variation, and none in old readings', () => {
    expect(problemsOf(fourG, reading(30, 100, 105.2))).toEqual([
      'round trip: RTT of UDP, p95 is 105.2 ms, configured 100.1 ms (tolerance ± 5 ms)',
    ]);
    expect(problemsOf(fourG, reading(30, 100))).toEqual([]);
  });
  test('of a check are judged by their median, with a 99.999 % error', () => {
    const check = (median: number): LinkReading => ({
      ...CHECK,
      rttMs: { n: 8, min: 90, median, p95: 140, max: 140 },
    });
    // 4.417 × 1.2533 × 5.66 ÷ √8 = 11.08 ms
    expect(problemsOf(varying, check(111))).toEqual([]);
    expect(problemsOf(varying, check(111.3))).toHaveLength(1);
  });
  test('widen the tolerance of rates where a flood is short beside them', () => {
    // 3.291 × √2 × 20 ms ÷ 562.5 ms = 16.5 %
    const much = changed(fourG, { jitterMs: 20 });
    expect(
      problemsOf(much, { ...reading(30, 100), down: { ...DOWN, udpRateKbps: 16_750 } }),
    ).toEqual([]);
    expect(
      problemsOf(much, { ...reading(30, 100), down: { ...DOWN, udpRateKbps: 16_600 } }),
    ).toEqual(['down: rate of UDP is 16.6 Mbit/s, configured 20 Mbit/s (tolerance ± 16.548 %)']);
  });
});

describe('a check', () => {
  test('takes both protocols together, and each for a quarter at least', () => {
    const shared = (udpRateKbps: number, tcpRateKbps: number) =>
      problemsOf(fourG, { ...CHECK, down: { ...CHECK.down, udpRateKbps, tcpRateKbps } });
    expect(shared(14_000, 6000)).toEqual([]);
    expect(shared(10_000, 15_000)).toEqual([
      'down: rate of UDP and TCP is 25 Mbit/s, configured 20 Mbit/s (tolerance ± 5 %)',
    ]);
    expect(shared(20_000, 0)).toEqual([
      "down: TCP's part of it is 0 %, configured 50 % (tolerance 25 % to 75 %)",
    ]);
  });
  test('judges its small sample of losses by a 99.999 % interval', () => {
    const loss = (lost: number) => {
      const counts = { sent: 2500, lost, low99: 0, high99: 1 };
      return problemsOf(fourG, { ...CHECK, down: { ...CHECK.down, loss: counts } });
    };
    // scipy.stats.binom.ppf([0.000005, 0.999995], 2500, 0.005) is 1 and 31.
    expect(loss(1)).toEqual([]);
    expect(loss(31)).toEqual([]);
    expect(loss(0)).toHaveLength(1);
    expect(loss(32)).toHaveLength(1);
  });
});

test('a certificate is a table and a verdict', () => {
  const reading = down({ udpRateKbps: 15_000 });
  const certificate = {
    profile: fourG,
    backend: 'rattan',
    seed: 7,
    readings: [FULL, reading],
    problems: problemsOf(fourG, reading),
  };
  expect(formatCertificate(certificate)).toMatchInlineSnapshot(`
    "reference-4g by rattan, seed 7: full reading, 4.5 s, measured again after a reading outside tolerance
                quantity       configured  measured              tolerance
    round trip  RTT of UDP     100.1 ms    100.2 ms              ± 5 ms                                   ok
    round trip  TCP connect    100.1 ms    100.3 ms              ± 5 ms                                   ok
    down        one-way delay  50 ms       50 ms                 ± 2.5 ms                                 ok
    down        rate of UDP    20 Mbit/s   15 Mbit/s             ± 5 %                                    OUTSIDE
    down        rate of TCP    20 Mbit/s   20 Mbit/s             ± 5 %                                    ok
    down        loss           0.5 %       0.5 % (100 of 20000)  in the 99 % interval 0.381 % to 0.643 %  ok
    down        queue          250 kB      248 kB                ± 25 kB                                  ok
    up          one-way delay  50 ms       50 ms                 ± 2.5 ms                                 ok
    up          rate of UDP    10 Mbit/s   10 Mbit/s             ± 5 %                                    ok
    up          rate of TCP    10 Mbit/s   10 Mbit/s             ± 5 %                                    ok
    up          loss           0.5 %       0.5 % (100 of 20000)  in the 99 % interval 0.381 % to 0.643 %  ok
    up          queue          125 kB      124 kB                ± 12.5 kB                                ok
    outside tolerance (1)"
  `);
});
