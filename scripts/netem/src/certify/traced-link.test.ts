import { expect, it } from 'vitest';
import { profileNamed } from '../profiles.ts';
import type { Trace } from '../trace/trace.ts';
import { problemsOf } from './findings.ts';
import { bestStretchMs } from './traced-link.ts';

it('measures delays where both directions have capacity for five seconds', () => {
  const all = Array.from({ length: 1_000 }, () => 4);
  const without = (from: number, to: number) => all.map((n, k) => (k >= from && k < to ? 0 : n));
  const packets = { down: without(0, 300), up: without(400, 500) };
  const trace: Trace = { file: 'a.csv', sha256: '', stepMs: 20, packets };
  // Step 500 is the first after which neither has a gap for 250 steps.
  expect(bestStretchMs(trace)).toBe(10_000);
});

const profile = profileNamed('lte-tmobile');
const delay = (ms: number) => ({ n: 8, min: ms, median: ms + 60, max: ms + 200 });

function problems(changes: { rttMs?: number; apart?: number } = {}): string[] {
  const { rttMs = 90, apart = 3_000 } = changes;
  const direction = {
    oneWayDelayMs: delay(45),
    loss: null,
    udpRateKbps: null,
    tcpRateKbps: null,
    queueBytes: null,
    replay: {
      fromMs: 0,
      seconds: 1,
      receivedBytes: 100_000,
      expectedBytes: 100_000,
      largestDifferenceBytes: apart,
    },
  };
  return problemsOf(profile, {
    measuredAt: '2026-11-28T00:00:00.000Z',
    kind: 'check',
    seconds: 1,
    rttMs: delay(rttMs),
    tcpConnectMs: null,
    down: direction,
    up: { ...direction, replay: { ...direction.replay, largestDifferenceBytes: 0 } },
  });
}

it('judges the shortest delay, and bytes at every mark', () => {
  expect(problems()).toEqual([]);
  expect(problems({ rttMs: 100 })).toEqual([expect.stringMatching(/^round trip: RTT of UDP/)]);
  expect(problems({ apart: 6_000 })).toEqual([
    'down: bytes by the trace is 100 kB, at most 6 kB apart, configured 100 kB (tolerance ± 5 kB at every 100 ms)',
  ]);
});
