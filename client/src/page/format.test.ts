import { expect, test } from 'vitest';
import { formatBytes, formatDuration } from './format.ts';

test('formats durations', () => {
  expect([0, 4.2149, 93.14, 123.4, 1340, 61_000].map(formatDuration)).toEqual([
    '0 ms',
    '4.21 ms',
    '93.1 ms',
    '123 ms',
    '1.34 s',
    '61 s',
  ]);
});

test('formats bytes', () => {
  expect([5, 102_400, 52_428_800, 5_368_709_120].map(formatBytes)).toEqual([
    '5 B',
    '100 KiB',
    '50 MiB',
    '5 GiB',
  ]);
});
