import { expect, test } from 'vitest';
import { apart, type Estimate, whyNotApart } from './apart.ts';

const of = (value: number, low = value, high = value): Estimate => ({
  value,
  interval: { low, high },
});

test('intervals that overlap or touch are not apart, in either order', () => {
  const [low, high] = [of(10, 9, 12), of(20, 12, 22)];
  expect([whyNotApart(low, high, 0), whyNotApart(high, low, 0)]).toEqual(['overlap', 'overlap']);
  expect(whyNotApart(of(10, 0, 100), of(50), 0)).toBe('overlap');
});

test('values must differ by more than the least difference', () => {
  expect([whyNotApart(of(10), of(12), 2), whyNotApart(of(12), of(10), 2)]).toEqual([
    'within tolerance',
    'within tolerance',
  ]);
  expect([apart(of(10), of(12), 1.9), apart(of(12), of(10), 1.9)]).toEqual([true, true]);
  expect(apart(of(10, 9, 10.5), of(12, 11, 13), 0)).toBe(true);
});

test('an interval that never ends overlaps all that is longer', () => {
  expect(whyNotApart(of(10, 9, Infinity), of(100, 90, 110), 0)).toBe('overlap');
  expect(apart(of(10, 9, Infinity), of(5, 4, 6), 0)).toBe(true);
});
