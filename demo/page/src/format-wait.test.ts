import { expect, test } from 'vitest';
import { formatWait } from './format-wait.ts';

test.each([
  [4.24, '4.2 ms'],
  [9.96, '10 ms'],
  [93.4, '93 ms'],
  [999.4, '999 ms'],
  [999.6, '1.00 s'],
  [1_343, '1.34 s'],
  [9_999, '10.0 s'],
  [20_000, '20.0 s'],
])('%d is %s', (ms, text) => {
  expect(formatWait(ms)).toBe(text);
});
