import type { NetworkProfile } from '@holbench/results/network-profile';
import { expect, test } from 'vitest';
import { tcBackend } from '../tc.ts';
import { emulatedProfiles } from '../../profiles.ts';
import { PLAIN_DIRECTION } from '../plain-profile.ts';
import { DEVICES } from './middle.ts';
import { shapingCommands } from './shaping.ts';

function commands({ down, up }: NetworkProfile): string[] {
  return [...shapingCommands(DEVICES.down, down, 14), ...shapingCommands(DEVICES.up, up, 15)];
}

test('the commands of every profile', async () => {
  const texts = emulatedProfiles()
    .filter((profile) => tcBackend.whyUnsupported(profile) === null)
    .map((profile) => `# ${profile.id}\n${commands(profile).join('\n')}\n`);
  await expect(texts.join('\n')).toMatchFileSnapshot('shaping.golden.txt');
});

const WAY = { bottleneck: 'a', delay: 'b' };
const netem = (device: string): string =>
  `qdisc add dev ${device} root handle 1: stab overhead -14 netem limit 1000000`;

test.each([
  { change: {}, words: '' },
  { change: { lossFraction: 0.005 }, words: ' loss random 0.5% seed 7' },
  // As a fraction this is no short decimal: 0.07 × 100 is 7.000000000000001.
  { change: { lossFraction: 0.07 }, words: ' loss random 7% seed 7' },
  { change: { lossFraction: 1 }, words: ' loss random 100% seed 7' },
  // r = 1/4; p = r × 0.2 / (1 − 0.2) = 1/16.
  {
    change: { lossFraction: 0.2, lossBurstPackets: 4 },
    words: ' loss gemodel 6.25% 25% 100% 0% seed 7',
  },
])('losses of $change', ({ change, words }) => {
  expect(shapingCommands(WAY, { ...PLAIN_DIRECTION, ...change }, 7)).toEqual([
    netem('a') + words,
    netem('b'),
  ]);
});

test.each([
  { change: { delayMs: 12.5 }, words: ' delay 12.5ms' },
  {
    change: { delayMs: 40, jitterMs: 5 },
    words: ' delay 40ms 5ms distribution normal rate 100gbit',
  },
])('a delay of $change', ({ change, words }) => {
  expect(shapingCommands(WAY, { ...PLAIN_DIRECTION, ...change }, 7)).toEqual([
    netem('a'),
    netem('b') + words,
  ]);
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
  expect(shapingCommands(WAY, { ...PLAIN_DIRECTION, rateKbps: 1_500.5, queue }, 7)).toEqual([
    netem('a'),
    'qdisc add dev a parent 1:1 handle 2: hfsc default 1',
    'class add dev a parent 2: classid 2:1 hfsc ls m2 1500500bit ul m2 1500500bit',
    `qdisc add dev a parent 2:1 handle 3: ${words}`,
    `${netem('b')} rate 1530510bit`,
  ]);
});

test('without a seed where the kernel takes none', () => {
  expect(shapingCommands(WAY, { ...PLAIN_DIRECTION, lossFraction: 0.01 }, null)).toEqual([
    `${netem('a')} loss random 1%`,
    netem('b'),
  ]);
});
