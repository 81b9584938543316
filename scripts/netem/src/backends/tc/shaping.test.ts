import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { expect, test } from 'vitest';
import { PROFILES } from '../../profiles.ts';
import { shapingCommands } from './shaping.ts';

function commands({ down, up }: NetworkProfile): string[] {
  return [...shapingCommands('client', down, 14), ...shapingCommands('server', up, 15)];
}

test('the commands of every profile', async () => {
  const texts = PROFILES.map((profile) => `# ${profile.id}\n${commands(profile).join('\n')}\n`);
  await expect(texts.join('\n')).toMatchFileSnapshot('shaping.golden.txt');
});

const free: LinkDirection = {
  rateKbps: null,
  delayMs: 0,
  jitterMs: 0,
  lossFraction: 0,
  lossBurstPackets: 1,
  queue: null,
};
const ROOT = 'qdisc add dev lo root handle 1: stab overhead -14 netem limit 1000000';

test.each([
  { change: {}, words: '' },
  { change: { delayMs: 12.5 }, words: ' delay 12.5ms' },
  {
    change: { delayMs: 40, jitterMs: 5 },
    words: ' delay 40ms 5ms distribution normal rate 100gbit',
  },
  { change: { lossFraction: 0.005 }, words: ' loss random 0.5% seed 7' },
  // As a fraction this is no short decimal: 0.07 × 100 is 7.000000000000001.
  { change: { lossFraction: 0.07 }, words: ' loss random 7% seed 7' },
  { change: { lossFraction: 1 }, words: ' loss random 100% seed 7' },
  // r = 1/4; p = r × 0.2 / (1 − 0.2) = 1/16.
  {
    change: { lossFraction: 0.2, lossBurstPackets: 4 },
    words: ' loss gemodel 6.25% 25% 100% 0% seed 7',
  },
])('netem of $change', ({ change, words }) => {
  expect(shapingCommands('lo', { ...free, ...change }, 7)).toEqual([ROOT + words]);
});

test.each([
  { queue: null, words: 'pfifo limit 1000000' },
  { queue: { kind: 'droptail', limitBytes: 250_000 }, words: 'bfifo limit 250000' },
  { queue: { kind: 'droptail-packets', limitPackets: 100 }, words: 'pfifo limit 100' },
  {
    queue: { kind: 'codel', targetMs: 5, intervalMs: 100, limitBytes: 1_500_000 },
    words: 'codel limit 1000 target 5ms interval 100ms noecn',
  },
] as const)('a bottleneck with the queue $queue', ({ queue, words }) => {
  expect(shapingCommands('lo', { ...free, rateKbps: 1_500.5, queue }, 7)).toEqual([
    ROOT,
    'qdisc add dev lo parent 1:1 handle 2: hfsc default 1',
    'class add dev lo parent 2: classid 2:1 hfsc ls m2 1500500bit ul m2 1500500bit',
    `qdisc add dev lo parent 2:1 handle 3: ${words}`,
  ]);
});

test('without a seed where the kernel takes none', () => {
  expect(shapingCommands('lo', { ...free, lossFraction: 0.01 }, null)).toEqual([
    `${ROOT} loss random 1%`,
  ]);
});
