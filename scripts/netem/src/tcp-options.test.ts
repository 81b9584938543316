import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addTcpOptions, tcpSettingsOf } from './tcp-options.ts';

test('as the kernel has it unless told otherwise', () => {
  expect(tcpSettingsOf({})).toEqual({
    congestionControl: 'cubic',
    notsentLowatBytes: null,
    initialWindowSegments: 10,
    pacing: 'none',
  });
});

test('all can be chosen on the command line', () => {
  const command = addTcpOptions(new Command('x'));
  const chosen = '--tcp-cc reno --notsent-lowat 16k --initcwnd 32 --pacing fq';
  command.parse(chosen.split(' '), { from: 'user' });
  expect(tcpSettingsOf(command.opts())).toEqual({
    congestionControl: 'reno',
    notsentLowatBytes: 16_384,
    initialWindowSegments: 32,
    pacing: 'fq',
  });
});

test('what is no value is refused', () => {
  expect(() => tcpSettingsOf({ tcpCc: 'bbr9' })).toThrow(/^--tcp-cc: 'bbr9' is not a congestion/);
  expect(() => tcpSettingsOf({ notsentLowat: '16' })).toThrow(/^--notsent-lowat: '16' is not a si/);
  expect(() => tcpSettingsOf({ pacing: 'pfifo' })).toThrow(
    "--pacing: 'pfifo' is not a known name; use none or fq",
  );
});
