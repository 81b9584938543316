import { expect, test } from 'vitest';
import { figureOfPoints, madeFigure, pointsOf } from '../../fixtures/made-figure.ts';
import type { Figure } from './figure.ts';
import { withRatios } from './ratios.ts';

/** A delay with these numbers in rounds 0, 1 … */
const rival = (variant: string, values: readonly number[], changes: Partial<Figure> = {}) => ({
  ...figureOfPoints({ variant, metric: 'load-p50', scenario: '1b' }, pointsOf(values)),
  ...changes,
});
const ratios = (...figures: Figure[]) => withRatios(figures).map(({ ratio }) => ratio);

test('of durations the lowest is the best, and ratios are medians over rounds', () => {
  // 1.5, 2 and 3.6; the ratio of the two values would be 1.5.
  expect(ratios(rival('a', [30, 20, 90]), rival('b', [20, 10, 25]))).toEqual([2, 1]);
});

test('of rates the highest is the best', () => {
  const metric = madeFigure({ metric: 'goodput-start' }).metric;
  expect(ratios(rival('a', [50], { metric }), rival('b', [200], { metric }))).toEqual([0.25, 1]);
});

test('where no round has both it is the ratio of the values', () => {
  const other = rival('b', [30]);
  const points = other.points.map((point) => ({ ...point, seed: 9 }));
  expect(ratios(rival('a', [20]), { ...other, points })).toEqual([1, 1.5]);
});

test.each([{ ranked: false }, { survivors: true }, { bound: '≥' as const }, { arm: 'bulk=6' }])(
  'what is %j is neither the best nor has a ratio',
  (changes) => {
    const fastest = rival('a', [1], changes);
    expect(ratios(fastest, rival('b', [20]), rival('c', [30]))).toEqual([null, 1, 1.5]);
    expect(ratios(fastest, rival('b', [20]))).toEqual([null, null]);
  },
);

test('two that are equal are both the best; a best of 0 has no multiple', () => {
  expect(ratios(rival('a', [0]), rival('b', [0]), rival('c', [5]))).toEqual([1, 1, null]);
});

test('of two that are equal, others are divided by the first', () => {
  const figures = [rival('a', [10, 20, 60]), rival('b', [20, 20, 20]), rival('c', [40, 60, 30])];
  // 4, 3 and 0.5 times the first; of the second it would be 2, 3 and 1.5 times.
  expect(ratios(...figures)).toEqual([1, 1, 3]);
});

test('a count has no best', () => {
  const metric = madeFigure({ metric: 'users-created', scenario: '1b' }).metric;
  expect(ratios(rival('a', [1], { metric }), rival('b', [2], { metric }))).toEqual([null, null]);
});
