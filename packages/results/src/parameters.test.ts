import { expect, test } from 'vitest';
import { type Links, PARAMETERS } from './parameters.ts';

const { ofNetworks } = PARAMETERS.probesPerSecond;

const QUEUE = { kind: 'droptail', limitBytes: 250_000 } as const;
const FAST = { rateKbps: 10_000, queue: QUEUE };

test.each<[string, Links['down'], number]>([
  ['no limit', { rateKbps: null, queue: null }, 4],
  ['a queue of 0.2 s', FAST, 4],
  ['a queue of 0.5 s', { ...FAST, queue: { ...QUEUE, limitBytes: 625_000 } }, 4],
  ['a longer queue', { ...FAST, queue: { ...QUEUE, limitBytes: 626_000 } }, 2],
  [
    'a longer queue in packets',
    { ...FAST, queue: { kind: 'droptail-packets', limitPackets: 417 } },
    2,
  ],
  [
    'CoDel, whose limit is longer',
    { ...FAST, queue: { kind: 'codel', targetMs: 5, intervalMs: 100, limitBytes: 1_500_000 } },
    4,
  ],
  ['a rate of which four would be a twentieth', { rateKbps: 2_240 }, 4],
  ['a slower one', { rateKbps: 2_239 }, 2],
])('messages per second with %s down', (_name, down, perSecond) => {
  expect(ofNetworks?.([{ down, up: FAST }])).toBe(perSecond);
});

test('the slower direction decides', () => {
  expect(ofNetworks?.([{ down: FAST, up: { rateKbps: 447 } }])).toBe(2);
  expect(ofNetworks?.([{ down: FAST, up: { rateKbps: 448 } }])).toBe(4);
});

test('networks that are compared have the connections of the one that needs most, and the fewest messages', () => {
  const lossless = { down: FAST, up: FAST };
  const lossy = { down: { ...FAST, lossFraction: 0.01 }, up: { rateKbps: 447 } };
  expect(PARAMETERS.connections.ofNetworks?.([lossless, lossy])).toBe(5);
  expect(PARAMETERS.connections.ofNetworks?.([lossless])).toBe(3);
  expect(ofNetworks?.([lossless, lossy])).toBe(2);
});
