import { expect, test } from 'vitest';
import { LOOPBACK, UNSHAPED, WORKLOAD } from '../../../../results/fixtures/run-lines.ts';
import { connectionLimitMs, connectionsSeconds } from './timing.ts';

const workload = { ...WORKLOAD, connections: 3, aloneSeconds: 4, transferSeconds: 10 };

test('connections take as long as their messages, and until a full queue is empty', () => {
  const seconds = (network: typeof LOOPBACK, otherConnections = 0) =>
    connectionsSeconds({ network, workload: { ...workload, otherConnections } });
  expect(seconds(LOOPBACK)).toBe(3 * 15.5);
  expect(seconds(LOOPBACK, 2)).toBe(5 * 15.5);
  // More than there are connections has no draw.
  expect(seconds(LOOPBACK, 9)).toBe(6 * 15.5);
  const queue = { kind: 'droptail', limitBytes: 250_000 } as const;
  const down = { ...UNSHAPED, rateKbps: 1_000, queue };
  const profile = { id: 'x', down, up: UNSHAPED };
  expect(seconds({ ...LOOPBACK, profile })).toBe(3 * 17.5);
});

test('a connection may wait for both series of its messages', () => {
  expect(connectionLimitMs(workload)).toBe(14_000 + 2 * 20_000 + 30_000);
});
