import { expect, test } from 'vitest';
import { formatNumber } from './format.ts';

test('three significant digits or more, and no sign on what rounds to nothing', () => {
  expect([1.234, -81, 1234.5, 999.96].map(formatNumber)).toEqual([
    '1.23',
    '-81.0',
    '1,235',
    '1,000.0',
  ]);
  expect([-0.001, -0.0049, -0.005, 0].map(formatNumber)).toEqual(['0.00', '0.00', '-0.01', '0.00']);
});
