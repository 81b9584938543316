import { expect, test } from 'vitest';
import {
  atLeast,
  exactly,
  mean,
  middle,
  minus,
  over,
  plus,
  shown,
  times,
  UNKNOWN,
} from './round-number.ts';

const atMost = (value: number) => ({ low: -Infinity, high: value });

test('a difference of bounds is a bound, or unknown', () => {
  expect(minus(exactly(5), exactly(3))).toEqual(exactly(2));
  expect(minus(atLeast(5), exactly(3))).toEqual(atLeast(2));
  expect(minus(exactly(5), atLeast(3))).toEqual(atMost(2));
  expect(minus(atLeast(5), atLeast(3))).toEqual(UNKNOWN);
  expect(minus(UNKNOWN, exactly(3))).toEqual(UNKNOWN);
});

test('a ratio of bounds is a bound, or unknown; 0 has no multiple', () => {
  expect(over(exactly(6), exactly(3))).toEqual(exactly(2));
  expect(over(atLeast(6), exactly(3))).toEqual(atLeast(2));
  expect(over(exactly(6), atLeast(3))).toEqual(atMost(2));
  expect(over(atLeast(6), atLeast(3))).toEqual(UNKNOWN);
  expect(over(exactly(6), exactly(0))).toEqual(UNKNOWN);
});

test('products and sums', () => {
  expect(times(atLeast(2), exactly(3))).toEqual(atLeast(6));
  expect(times(atMost(2), atMost(3))).toEqual(atMost(6));
  expect(plus([exactly(1), exactly(2), atLeast(3)])).toEqual(atLeast(6));
});

test('a mean of bounds is a bound, or unknown', () => {
  expect(mean([exactly(1), exactly(2), exactly(6)])).toEqual(exactly(3));
  expect(mean([exactly(1), atLeast(5)])).toEqual(atLeast(3));
  expect(mean([atMost(1), atLeast(5)])).toEqual(UNKNOWN);
  expect(mean([])).toBeNull();
});

test('a median is exact where bounds lie beside the middle, at both ends, too', () => {
  expect(middle([atMost(1), exactly(4), exactly(6), atLeast(9)])).toEqual(exactly(5));
  expect(middle([UNKNOWN, exactly(4), exactly(6)])).toEqual({ low: 4, high: 6 });
  expect(middle([])).toBeNull();
});

test('of an even number the median is never a mean across a bound', () => {
  expect(middle([exactly(1), exactly(4), atLeast(6), atLeast(9)])).toEqual(atLeast(4));
  expect(middle([atMost(1), atMost(4), exactly(6), exactly(9)])).toEqual(atMost(6));
  expect(middle([exactly(4), exactly(6)])).toEqual(exactly(5));
});

test('a number is shown with its bound', () => {
  expect(shown(exactly(3))).toEqual({ value: 3, bound: '' });
  expect(shown(atLeast(3))).toEqual({ value: 3, bound: '≥' });
  expect(shown(atMost(3))).toEqual({ value: 3, bound: '≤' });
  expect(shown(UNKNOWN)).toEqual({ value: null, bound: '' });
});
