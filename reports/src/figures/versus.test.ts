import { expect, test } from 'vitest';
import { figureOfPoints, pointsOf } from '../../fixtures/made-figure.ts';
import type { Figure } from './figure.ts';
import { detectable, intervalWords, OF_RUNS, versus } from './versus.ts';

const of = (values: readonly number[], bounds?: readonly number[]): Figure =>
  figureOfPoints({ metric: 'load-p50', scenario: '1b' }, pointsOf(values, bounds));
const inRun = (run: string, figure: Figure, seed = 0): Figure => ({
  ...figure,
  points: figure.points.map((point) => ({ ...point, run, seed: point.seed + seed })),
});

/** They overlap widely. */
const SPREAD = [100, 300, 900, 120, 450, 2_000, 700, 150];
const SLOWER = SPREAD.map((value, round) => value * (1.5 + 0.1 * (round % 3)));

test('servers are paired by round: a ratio shows that is within the spread of the rounds', () => {
  const found = versus(of(SLOWER), of(SPREAD));
  expect(found).toMatchObject({ decision: 'higher', by: 'pairs', isRatio: true });
  expect(intervalWords(found, 'ms')).toBe('1.50 to 1.70 ×');
  expect(versus(of(SPREAD), of(SLOWER)).decision).toBe('lower');
  // Other seeds: the same numbers tell nothing.
  expect(versus(of(SLOWER), inRun('r', of(SPREAD), 100))).toMatchObject({
    decision: 'undecided',
    by: 'shift',
  });
});

test('equivalent needs an interval within the tolerance', () => {
  const near = SPREAD.map((value, round) => value * (1 + 0.01 * (round % 3)));
  expect(versus(of(near), of(SPREAD)).decision).toBe('equivalent');
  const wider = SPREAD.map((value, round) => value * (round % 2 === 0 ? 1.08 : 0.94));
  expect(versus(of(wider), of(SPREAD)).decision).toBe('undecided');
  expect(versus(of(wider), of(SPREAD), { within: OF_RUNS }).decision).toBe('equivalent');
});

test('what is undecided says what it could have detected', () => {
  const apart = SPREAD.map((value, round) => value * (round % 2 === 0 ? 2 : 0.5));
  const found = versus(of(apart), of(SPREAD));
  expect(found.decision).toBe('undecided');
  expect(detectable(found)).toBeCloseTo(2.1, 2);
});

test('four rounds of the same seeds are too few: they are no independent groups', () => {
  const few = versus(of([1, 2, 3, 4]), of([9, 9, 9, 9]));
  expect(few).toMatchObject({ decision: 'too few', by: null });
  expect(versus(of([1, 2, 3, 4]), inRun('r', of([9, 9, 9, 9]), 100)).by).toBe('shift');
});

test('three rounds and four are too few for any interval', () => {
  expect(versus(of([1, 2, 3]), of([9, 9, 9, 9]))).toEqual({
    decision: 'too few',
    by: null,
    interval: null,
    isRatio: true,
    tolerance: 0.5,
  });
});

test('of two lower bounds nothing is known, and of one that it is higher', () => {
  const bounds = of([500, 500, 500, 500, 500, 500], [0, 1, 2, 3, 4, 5]);
  expect(versus(bounds, of([100, 101, 102, 100, 101, 99])).decision).toBe('higher');
  expect(versus(bounds, bounds).decision).toBe('undecided');
});

test('waits, which may be 0, are compared by their difference', () => {
  const wait = (ms: number) => {
    const points = pointsOf([ms - 1, ms, ms + 1, ms, ms, ms + 2]).map((point) => ({
      ...point,
      base: 110,
    }));
    return figureOfPoints({ metric: 'load-sharing' }, points);
  };
  expect(versus(wait(90), wait(0))).toMatchObject({ decision: 'higher', isRatio: false });
  // 5 % of 110 ms.
  expect(versus(wait(5), wait(0)).decision).toBe('equivalent');
});

test('a seed that a side has twice in several runs is nobody’s pair', () => {
  const twice = of([1, 2, 3, 4, 5, 6]);
  const merged: Figure = {
    ...twice,
    points: [...inRun('a', twice).points, ...inRun('b', twice).points],
  };
  expect(versus(merged, inRun('c', twice)).by).toBe('shift');
});

test('the tolerance is that of both, in either order', () => {
  const wait = (ms: number, bases: readonly number[]) => {
    const points = pointsOf([ms - 1, ms, ms + 1, ms, ms, ms + 2]).map((point, round) => ({
      ...point,
      base: bases[round] ?? 200,
    }));
    return figureOfPoints({ metric: 'load-sharing' }, points);
  };
  const [a, b] = [wait(60, [2_000]), wait(0, [])];
  expect(versus(a, b)).toMatchObject({ decision: 'higher', tolerance: 10 });
  expect(versus(b, a)).toMatchObject({ decision: 'lower', tolerance: 10 });
});

test('a bound that leaves no end has nothing that could have been seen', () => {
  const found = versus(of([100, 101, 102, 100, 101, 99]), of([100, 101, 102, 100, 101, 500], [5]));
  expect(detectable(found)).toBeNull();
});
