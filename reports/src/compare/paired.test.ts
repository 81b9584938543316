import { expect, test } from 'vitest';
import { figureOfPoints, pointsOf } from '../../fixtures/made-figure.ts';
import type { Figure } from '../figures/figure.ts';
import { compareFigures } from './compare-runs.ts';
import { pairedOf, pairedText } from './paired.ts';

const of = (values: readonly number[], bounds?: readonly number[]): Figure =>
  figureOfPoints({ metric: 'load-same-p50' }, pointsOf(values, bounds));
const plus = (figure: Figure, ms: number): Figure =>
  of(figure.points.map(({ value }) => value + ms));

const there = of([100, 300, 900, 120, 450, 2_000]);

test('rounds of the same seed are compared with each other, however far they are apart', () => {
  // The median is 375 ms.
  expect(pairedOf(plus(there, 37), there)).toEqual({
    low: 37,
    high: 37,
    level: 0.96875,
    rounds: 6,
    outcome: 'equivalent',
  });
  expect(pairedOf(plus(there, 38), there)?.outcome).toBe('higher');
  expect(pairedOf(plus(there, -38), there)?.outcome).toBe('lower');
  expect(pairedOf(of([100, 300, 900, 120, 450, 2_100]), there)?.outcome).toBe('undecided');
});

test('five of the same seed are too few, and others have no pair', () => {
  const [, ...five] = there.points;
  expect(pairedOf(there, { ...there, points: five })).toBeNull();
  const others = there.points.map((point) => ({ ...point, seed: point.seed + 100 }));
  expect(pairedOf(there, { ...there, points: others })).toBeNull();
  expect(pairedOf(there, { ...there, points: [...others, ...there.points] })?.rounds).toBe(6);
});

test('unknown rounds, and seeds that occur twice, tell nothing', () => {
  expect(pairedOf({ ...there, unknown: 1 }, there)).toMatchObject({
    outcome: 'undecided',
    rounds: 7,
  });
  const twice = { ...there, points: [...there.points, ...there.points.slice(0, 1)] };
  expect(pairedOf(twice, there)).toBeNull();
});

test('a run that ended by its own intervals has no level above its rule’s', () => {
  expect(pairedOf(there, there, 0.96)?.level).toBe(0.96);
});

test('a lower bound may be anything above itself, and less one anything', () => {
  const stuck = of([100, 300, 900, 120, 450, 2_000], [5]);
  expect(pairedOf(stuck, there)).toMatchObject({ low: 0, high: Infinity, outcome: 'undecided' });
  expect(pairedOf(there, stuck)).toMatchObject({ low: -Infinity, high: Infinity });
});

test('the outcomes are counted, if there are any', () => {
  const few = of([100]);
  expect(pairedText([compareFigures(few, few, true)])).toBeNull();
  const compared = [plus(there, 0), plus(there, 500)].map((each) =>
    compareFigures(each, there, true),
  );
  expect(pairedText(compared)).toBe(
    'of 2 headline figures 1 equivalent within 10 %, 1 higher, 0 lower, 0 undecided; of all 2 figures 1 equivalent within 10 %, 1 higher, 0 lower, 0 undecided',
  );
});
