import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { FACTORS } from './registry.ts';
import { DEFAULT_FACTORS, FactorValues, factorNamed, parseFactors } from './values.ts';

describe('each factor', () => {
  test('has a key and a flag of its own', () => {
    for (const name of ['key', 'flag'] as const) {
      expect(new Set(FACTORS.map((factor) => factor[name])).size).toBe(FACTORS.length);
    }
  });

  test.each(FACTORS)('$flag reads the text of its default and of its examples', (factor) => {
    const { key, flag, format, examples } = factor;
    expect(examples.length).toBeGreaterThan(0);
    for (const value of [factor.default, ...examples]) {
      expect(parseFactors({ [flag]: format(value) })).toEqual({ ...DEFAULT_FACTORS, [key]: value });
    }
  });

  test.each(FACTORS)('$flag reads the word "default"', ({ flag }) => {
    expect(parseFactors({ [flag]: 'default' })).toEqual(DEFAULT_FACTORS);
  });

  test.each(FACTORS)('$flag has examples that are values, with what they need', (factor) => {
    for (const example of factor.examples) {
      expect(example).not.toBe(factor.default);
      const values = { ...DEFAULT_FACTORS, ...factor.examplesNeed, [factor.key]: example };
      expect(v.is(FactorValues, values)).toBe(true);
    }
  });
});

test.each([
  ['tcp-cc', 'cubic', 'cubic'],
  ['notsent-lowat', '16k', 16_384],
  ['notsent-lowat', 'default', null],
  ['pacing', 'fq', 'fq'],
  ['http2-window', '1m', 1_048_576],
  ['http2-window', '2147483647', 2_147_483_647],
  ['http2-write', '65536', 65_536],
  ['chunk-size', '16KiB', 16_384],
  ['encoding', 'base64-json', 'base64-json'],
  ['bulk', '6', 6],
  ['bulk-window', '64k', 65_536],
  ['bulk-window', 'none', null],
  ['batch', '1ms', 1],
  ['batch', '1s', 1_000],
  ['logging', 'requests', 'requests'],
  ['persistence', 'append', 'append'],
  ['persistence', 'fsync', 'fsync'],
  ['file-read', 'whole', 'whole'],
])('--%s %s', (flag, text, value) => {
  const key = factorNamed(flag)?.key ?? '';
  expect(parseFactors({ [flag]: text })).toEqual({ ...DEFAULT_FACTORS, [key]: value });
});

test.each([
  [
    'tcp-cc',
    'reno2',
    /^--tcp-cc: 'reno2' is not a congestion control of this machine; use .*cubic/,
  ],
  [
    'notsent-lowat',
    '16x',
    "--notsent-lowat: '16x' is not a size from 1k to 1024m; use 1MiB, 1048576 or default",
  ],
  [
    'http2-window',
    '1k',
    "'1k' is not a size from 65535 to 2147483647; use 1MiB, 1048576 or default",
  ],
  ['http2-window', '2048m', "'2048m' is not a size from 65535 to 2147483647"],
  [
    'chunk-size',
    '1g',
    "--chunk-size: '1g' is not a size from 1k to 96m; use 1MiB, 1048576 or whole",
  ],
  ['encoding', 'gzip', "--encoding: 'gzip' is not a known name; use raw or base64-json"],
  ['bulk', '0', "--bulk: '0' is not a whole number from 1 to 10; use 6"],
  ['bulk', '1e1', '--bulk: '],
  ['batch', '1', "--batch: '1' is not a time from 0ms to 1s; use 50ms or 0.5s"],
  ['batch', '0.5ms', "--batch: '0.5ms' is not a time in whole milliseconds; use 1ms"],
  ['events', 'push', "--events: 'push' is not a known name; use sse or long-poll"],
  ['logging', 'on', "--logging: 'on' is not a known name; use off or requests"],
  ['persistence', 'disk', "--persistence: 'disk' is not a known name; use memory, append or fsync"],
  ['file-read', 'all', "--file-read: 'all' is not a known name; use stream or whole"],
])('--%s %s is refused', (flag, text, message) => {
  expect(() => parseFactors({ [flag]: text })).toThrow(message);
});

test('a value that is missing is the default', () => {
  expect(v.parse(FactorValues, { batchMs: 5 })).toEqual({ ...DEFAULT_FACTORS, batchMs: 5 });
  expect(() => v.parse(FactorValues, { batchSeconds: 5 })).toThrow('Invalid key');
});

test('the schema and the command line have the same limits', () => {
  const window = (bytes: number): boolean =>
    v.is(FactorValues, { ...DEFAULT_FACTORS, http2WindowBytes: bytes });
  expect([65_534, 65_535, 2 ** 31 - 1, 2 ** 31].map(window)).toEqual([false, true, true, false]);
});
