import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test.each([
  ['/opt/node-20/bin/node: bad option: --x', 'node: bad option: --x'],
  ["Cannot find module '/home/me/lab/uws.js'", "Cannot find module 'uws.js'"],
  ['net::ERR_FAILED at https://127.0.0.1:43211/a/b', 'net::ERR_FAILED at https://127.0.0.1/a/b'],
  ['a line\n  and\tanother', 'a line and another'],
  ['', ''],
])('%j reads %j on every machine', (message, expected) => {
  expect(plainText(message)).toBe(expected);
});

test('what is too long is cut', () => {
  expect(plainText('x'.repeat(1_000))).toHaveLength(501);
});
