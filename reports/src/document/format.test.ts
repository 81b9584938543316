import { expect, test } from 'vitest';
import { formatNumber, formatShare } from './format.ts';

test('three significant digits or more, and no sign on what rounds to nothing', () => {
  expect([1.234, -81, 1234.5, 999.96].map(formatNumber)).toEqual([
    '1.23',
    '-81.0',
    '1,235',
    '1,000.0',
  ]);
  expect([-0.001, -0.0049, -0.005, 0].map(formatNumber)).toEqual(['0.00', '0.00', '-0.01', '0.00']);
});

test('a share is all or nothing only where it is', () => {
  const shares = [
    [0, 5000],
    [1, 5000],
    [5, 5000],
    [4999, 5000],
    [5000, 5000],
    [0, 0],
  ] as const;
  expect(shares.map(([part, whole]) => formatShare(part, whole))).toEqual([
    '0 %',
    '< 0.1 %',
    '0.1 %',
    '99.9 %',
    '100 %',
    '–',
  ]);
});
