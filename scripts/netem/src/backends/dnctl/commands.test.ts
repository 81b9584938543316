import type { LinkDirection } from '@holbench/results/network-profile';
import { expect, test } from 'vitest';
import { type Command, setUpCommands, tearDownCommands } from './commands.ts';

const down: LinkDirection = {
  rateKbps: 20_000,
  delayMs: 50,
  jitterMs: 0,
  lossFraction: 0.005,
  lossBurstPackets: 1,
  queue: { kind: 'droptail', limitBytes: 250_000 },
};
const up: LinkDirection = {
  ...down,
  rateKbps: 512.5,
  lossFraction: 0,
  queue: { kind: 'droptail-packets', limitPackets: 100 },
};

function lines(commands: readonly Command[]): string[] {
  return commands.map(({ command, args }) => [command, ...args].join(' '));
}

test('what makes a link', () => {
  expect(lines(setUpCommands({ id: 'reference-4g', down, up }))).toEqual([
    'ifconfig lo0 mtu 1500',
    'ifconfig lo0 alias 10.77.0.1 netmask 255.255.255.255',
    'ifconfig lo0 alias 10.77.0.2 netmask 255.255.255.255',
    'dnctl pipe 10771 config delay 50 bw 20000000bit/s plr 0.005 queue 244Kbytes noerror',
    'dnctl pipe 10772 config delay 50 bw 512500bit/s queue 100 noerror',
    'pfctl -q -a com.apple/holbench -f -',
  ]);
});

test('its rules shape TCP and UDP in both directions, and let nothing pass unshaped', () => {
  const each = 'quick on lo0 inet proto { tcp, udp }';
  expect(setUpCommands({ id: 'reference-4g', down, up }).at(-1)?.stdin?.trim().split('\n')).toEqual(
    [
      `dummynet out ${each} from 10.77.0.2 to 10.77.0.1 pipe 10771`,
      `dummynet out ${each} from 10.77.0.1 to 10.77.0.2 pipe 10772`,
      `dummynet out ${each} from 10.77.0.2 port 1:49151 to 10.77.0.2 port 49152:65535 pipe 10771`,
      `dummynet out ${each} from 10.77.0.2 port 49152:65535 to 10.77.0.2 port 1:49151 pipe 10772`,
      `block drop out ${each} from 10.77.0.2 port 49152:65535 to 10.77.0.2 port 49152:65535`,
      `block drop out ${each} from 10.77.0.2 port 1:49151 to 10.77.0.2 port 1:49151`,
    ],
  );
});

test('a link without rate or loss only delays', () => {
  const idle = { ...down, rateKbps: null, delayMs: 0, lossFraction: 0, queue: null };
  expect(lines(setUpCommands({ id: 'ideal', down: idle, up: idle }))).toContain(
    'dnctl pipe 10771 config delay 0 noerror',
  );
});

test('what puts everything back', () => {
  expect(lines(tearDownCommands({ mtu: 16_384, pfToken: '13073750315387878699' }))).toEqual([
    'pfctl -q -a com.apple/holbench -F all',
    'pfctl -X 13073750315387878699',
    'dnctl pipe delete 10771',
    'dnctl pipe delete 10772',
    'ifconfig lo0 -alias 10.77.0.1',
    'ifconfig lo0 -alias 10.77.0.2',
    'ifconfig lo0 mtu 16384',
  ]);
});

test('pf is not released before it was enabled', () => {
  expect(lines(tearDownCommands({ mtu: 16_384, pfToken: null }))).not.toContainEqual(
    expect.stringContaining('-X'),
  );
});
