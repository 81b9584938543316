import { expect, test } from 'vitest';
import { formatSize, parseDuration, parseSeconds, parseSize } from './quantities.ts';

const SIZES = { least: 1, most: 2 ** 31 };

test.each([
  ['1048576', 1_048_576],
  ['100k', 102_400],
  ['100KiB', 102_400],
  ['1m', 1_048_576],
  ['1MiB', 1_048_576],
  ['1g', 2 ** 30],
  ['1GiB', 2 ** 30],
  ['1.5MiB', 1_572_864],
])('the size %s is %i bytes', (text, bytes) => {
  expect(parseSize(text, '--it', SIZES)).toBe(bytes);
});

test.each(['', '0', '-1', '1x', '5MB', '16kb', '1.0001k', 'MiB', '1 MiB', '1e3', 'reference-3g'])(
  '"%s" is not a size',
  (text) => {
    expect(() => parseSize(text, '--it', SIZES)).toThrow(
      `--it: '${text}' is not a size from 1 to 2048m; use 1MiB or 1048576`,
    );
  },
);

test('the examples of an error are within the range, and name the word that is no size', () => {
  expect(() => parseSize('1m', '--it', { least: 1024, most: 65_536 }, 'none')).toThrow(
    "--it: '1m' is not a size from 1k to 64k; use 16KiB, 16384 or none",
  );
});

test('a formatted size is read as the same', () => {
  for (const bytes of [1, 1_000, 1_024, 65_535, 102_400, 2 ** 20, 2 ** 30]) {
    expect(parseSize(formatSize(bytes), '--it', SIZES)).toBe(bytes);
  }
});

test('durations have a unit', () => {
  const range = { least: 0, most: 300 };
  const ms = (text: string): number => parseDuration(text, '--it', { least: 0, most: 5_000 });
  expect(['500ms', '2s', '0.5s', '800us', '0'].map(ms)).toEqual([500, 2_000, 500, 0.8, 0]);
  expect(() => ms('50')).toThrow("--it: '50' is not a time from 0ms to 5s; use 50ms or 0.5s");
  const seconds = (text: string): number => parseSeconds(text, '--it', range);
  expect(['10s', '3000ms'].map(seconds)).toEqual([10, 3]);
  for (const text of ['500ms', '301s', '1.5s', '10', '', 'ten']) {
    expect(() => seconds(text)).toThrow(`'${text}' is not a time in whole seconds from 0s to 300s`);
  }
});
