import { expect, test } from 'vitest';
import { decide, decideRatio } from './decide.ts';

test.each([
  [1.1, 9, 'higher'],
  [1.1, Infinity, 'higher'],
  [-9, -1.1, 'lower'],
  [-1, 1, 'equivalent'],
  [-1.1, 1, 'undecided'],
  [0, Infinity, 'undecided'],
] as const)('%d to %d with a tolerance of 1 is %s', (low, high, decision) => {
  expect(decide({ low, high }, 1)).toBe(decision);
});

test('without an interval there are too few rounds', () => {
  expect([decide(null, 1), decideRatio(null, 0.1)]).toEqual(['too few', 'too few']);
});

test('a ratio is judged alike in both directions', () => {
  expect(decideRatio({ low: 1.2, high: 2.21 }, 0.1)).toBe('higher');
  expect(decideRatio({ low: 1 / 2.21, high: 1 / 1.2 }, 0.1)).toBe('lower');
  expect(decideRatio({ low: 1 / 1.1, high: 1.1 }, 0.1)).toBe('equivalent');
  expect(decideRatio({ low: 0.9, high: 1.05 }, 0.1)).toBe('undecided');
  expect(decideRatio({ low: -Infinity, high: 1.05 }, 0.1)).toBe('undecided');
});
