import { expect, test } from 'vitest';
import { niceCeiling } from './duration-plot.ts';

test('rounds the scale up to a number that reads well', () => {
  expect([0, 0.7, 1, 9.1, 22, 61, 480, 7012].map(niceCeiling)).toEqual([
    1, 0.8, 1, 10, 30, 80, 500, 8000,
  ]);
});
