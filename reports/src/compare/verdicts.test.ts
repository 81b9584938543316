import { expect, test } from 'vitest';
import { figureOfPoints, pointsOf } from '../../fixtures/made-figure.ts';
import type { Figure } from '../figures/figure.ts';
import { compareFigures } from './compare-runs.ts';
import { changedVerdicts } from './verdicts.ts';

const of = (values: readonly number[], bounds?: readonly number[]): Figure =>
  figureOfPoints({ metric: 'load-sharing-wait' }, pointsOf(values, bounds));
const changed = (here: Figure, there: Figure) =>
  changedVerdicts([compareFigures(here, there, true)]).map((line) => line.replace(/^.*: /, ''));

const none = of([0, 0.1, 0.2, 0, 0.1, 0.2]);
const late = of([300, 320, 340, 360, 380, 400]);

test('a wait from sharing the connection of which two runs say different things is named', () => {
  expect(changed(late, none)).toEqual(['here delayed; there equivalent to no delay']);
  expect(changed(of([0, 1, 2, 0, -1, 2]), none)).toEqual([
    'here undecided; there equivalent to no delay',
  ]);
  expect(changed(of([100]), late)).toEqual(['here too few rounds; there delayed']);
  expect(changed(of([300, 320, 20_000, 20_000, 20_000, 20_000], [2, 3, 4, 5]), late)).toHaveLength(
    1,
  );
});

test('only delays that can be compared and have different verdicts are named', () => {
  expect(changed(late, of([900, 920, 940, 960, 980, 999]))).toEqual([]);
  expect(changedVerdicts([compareFigures(late, none, false)])).toEqual([]);
});
