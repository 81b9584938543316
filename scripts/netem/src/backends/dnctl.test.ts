import type { LinkDirection } from '@holbench/results/network-profile';
import { expect, test } from 'vitest';
import { dnctlBackend, MAX_QUEUE_BYTES } from './dnctl.ts';

const direction: LinkDirection = {
  rateKbps: 20_000,
  delayMs: 50,
  jitterMs: 0,
  lossFraction: 0.005,
  lossBurstPackets: 1,
  queue: { kind: 'droptail', limitBytes: MAX_QUEUE_BYTES },
};

function why(change: Partial<LinkDirection>): string | null {
  const up = { ...direction, ...change };
  return dnctlBackend.whyUnsupported({ id: 'it', down: direction, up });
}

test('what dummynet can do is not refused', () => {
  expect(why({})).toBeNull();
  expect(why({ queue: { kind: 'droptail-packets', limitPackets: 100 } })).toBeNull();
});

const codel = { kind: 'codel', targetMs: 5, intervalMs: 100, limitBytes: 1e5 } as const;
test.each<[Partial<LinkDirection>, string]>([
  [{ jitterMs: 3 }, 'jitter'],
  [{ lossBurstPackets: 4 }, 'one by one'],
  [{ delayMs: 12.5 }, 'whole milliseconds, not 12.5 ms'],
  [{ rateKbps: 3_000_000 }, '2.1 Gbit/s'],
  [{ queue: codel }, 'CoDel'],
  [{ queue: { kind: 'droptail', limitBytes: MAX_QUEUE_BYTES + 1 } }, '1 MiB at most'],
  [{ queue: { kind: 'droptail-packets', limitPackets: 101 } }, '100 packets at most, not 101'],
])('%j is refused with its reason', (change, reason) => {
  expect(why(change)).toContain(reason);
});
