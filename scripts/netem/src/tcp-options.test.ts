import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addTcpOptions, tcpSettingsOf } from './tcp-options.ts';

const available = ['reno', 'cubic'];

test('cubic and the kernel’s own lowat unless told otherwise', () => {
  expect(tcpSettingsOf({}, available)).toEqual({
    congestionControl: 'cubic',
    notsentLowatBytes: null,
  });
});

test('both can be chosen on the command line', () => {
  const command = addTcpOptions(new Command('x'));
  command.parse(['--tcp-cc', 'reno', '--notsent-lowat', '16k'], { from: 'user' });
  expect(tcpSettingsOf(command.opts(), available)).toEqual({
    congestionControl: 'reno',
    notsentLowatBytes: 16_384,
  });
});

test('a congestion control that is not there is refused with those that are', () => {
  expect(() => tcpSettingsOf({ tcpCc: 'bbr9' })).toThrow(
    /^--tcp-cc: this machine has no "bbr9"; available: .*cubic/,
  );
  expect(() => tcpSettingsOf({ tcpCc: '' }, available)).toThrow('available: reno, cubic');
});

test('a lowat that is no size is refused', () => {
  expect(() => tcpSettingsOf({ notsentLowat: '16' }, available)).toThrow(/^--notsent-lowat: /);
});
