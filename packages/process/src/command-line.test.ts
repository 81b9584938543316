import { expect, test } from 'vitest';
import { byteCount, listOf, wholeNumber } from './command-line.ts';

test('sizes in bytes, KiB and MiB', () => {
  expect(['102400', '100KiB', '50MiB', '200MiB'].map(byteCount)).toEqual([
    102_400, 102_400, 52_428_800, 209_715_200,
  ]);
});

test.each(['201MiB', '1GiB', '99999999999'])('"%s" is more than a file may have', (text) => {
  expect(() => byteCount(text)).toThrow('200MiB');
});

test.each(['', '0', '-1', '1.5MiB', '5MB', 'MiB'])('"%s" is no size', (text) => {
  expect(() => byteCount(text)).toThrow('50MiB');
});

test.each(['', '-1', '1.5', '0', '11', '1e1', ' 1'])(
  '"%s" is no whole number from 1 to 10',
  (text) => {
    expect(() => wholeNumber(1, 10)(text)).toThrow('from 1 to 10');
  },
);

test('lists keep their order and drop repetitions', () => {
  expect(listOf('letter', ['a', 'b', 'c'])('c, a,c')).toEqual(['c', 'a']);
});

test.each(['', ',', 'a,x'])('the list "%s" is refused with the known names', (text) => {
  expect(() => listOf('letter', ['a', 'b'])(text)).toThrow(/known: a, b/);
});
