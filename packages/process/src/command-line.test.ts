import { Command } from 'commander';
import { expect, test } from 'vitest';
import { fileSizeOption, listOf, wholeNumber } from './command-line.ts';

const fileSize = (text: string): unknown =>
  new Command().addOption(fileSizeOption()).parse(['--file-size', text], { from: 'user' }).opts();

test.each(['1m', '1MiB', '1048576'])('--file-size %s is a mebibyte', (text) => {
  expect(fileSize(text)).toEqual({ fileSize: 1_048_576 });
});

test.each(['1x', '0', '201MiB', '1g'])('--file-size %s is refused in one line', (text) => {
  expect(() => fileSize(text)).toThrow(
    `--file-size: '${text}' is not a size from 1 to 200m; use 1MiB or 1048576`,
  );
});

test.each(['', '-1', '1.5', '0', '11', '1e1', ' 1'])(
  '"%s" is no whole number from 1 to 10',
  (text) => {
    expect(() => wholeNumber(1, 10)(text)).toThrow('from 1 to 10');
  },
);

test('lists keep their order and drop repetitions', () => {
  expect(listOf('letter', ['a', 'b', 'c'])('c, a,c')).toEqual(['c', 'a']);
  expect(listOf('letter', ['a', 'b', 'c'], { all: ['a', 'b', 'c'] })('b,all')).toEqual([
    'b',
    'a',
    'c',
  ]);
});

test.each(['', ',', 'a,x'])('the list "%s" is refused with the known names', (text) => {
  expect(() => listOf('letter', ['a', 'b'])(text)).toThrow(/known: a, b/);
});
