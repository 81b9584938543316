import { expect, test } from 'vitest';
import scipy from '../fixtures/scipy-student-quantiles.json' with { type: 'json' };
import { studentQuantile } from './beta-distribution.ts';

test.each(scipy.cases)("scipy agrees on Student's t: %d, %d", (level = NaN, nu = NaN, t = NaN) => {
  expect(Math.abs(studentQuantile(level, nu) / t - 1)).toBeLessThan(1e-9);
});

test('of one degree of freedom it is that of Cauchy', () => {
  expect(studentQuantile(0.95, 1)).toBeCloseTo(Math.tan((0.95 * Math.PI) / 2), 10);
});
