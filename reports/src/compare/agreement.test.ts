import { describe, expect, test } from 'vitest';
import { figureOfPoints, madeFigure, pointsOf } from '../../fixtures/made-figure.ts';
import type { Figure } from '../figures/figure.ts';
import { agreementOf, agreementText, countAgreements } from './agreement.ts';
import { compareFigures } from './compare-runs.ts';

const of = (values: readonly number[], bounds?: readonly number[]): Figure =>
  figureOfPoints({ metric: 'load-self-p50' }, pointsOf(values, bounds));
const by = (here: Figure, there: Figure) => agreementOf(here, there)?.by;

describe('six rounds or more', () => {
  const own = of([100, 101, 102, 103, 104, 150]);

  test('agree by their intervals', () => {
    expect(by(own, of([150, 160, 170, 180, 190, 200]))).toBe('intervals');
    expect(by(own, of([151, 160, 170, 180, 190, 200]))).toBeNull();
  });

  test('agree, too, within 10 % of the smaller value', () => {
    const [a, b] = [of([100, 100, 100, 100, 100, 100]), of([110, 110, 110, 110, 110, 110])];
    expect([by(a, b), by(b, a)]).toEqual(['value', 'value']);
    expect(by(a, of([111, 111, 111, 111, 111, 111]))).toBeNull();
  });
});

describe('fewer rounds', () => {
  test('agree where their ranges overlap', () => {
    expect(by(of([100, 200]), of([200, 300]))).toBe('rounds');
    expect(by(of([100, 200]), of([201, 250, 260, 270, 280, 300]))).toBeNull();
  });

  test('of which one has a single round agree within 10 % alone', () => {
    expect(by(of([100]), of([109, 111, 90]))).toBe('value');
    expect(by(of([100]), of([90, 120, 130]))).toBeNull();
  });
});

test('a lower bound agrees with what may lie above it, and with no value by chance', () => {
  const stuck = of([20_000, 20_000], [0, 1]);
  expect(by(stuck, of([30_000, 40_000]))).toBe('rounds');
  expect(by(stuck, of([19_000, 19_900]))).toBeNull();
});

test('a count agrees by its value; what has none is not counted', () => {
  const count = madeFigure({ metric: 'connections', value: 2, rounds: 0 });
  expect(by(count, count)).toBe('value');
  expect(agreementOf(count, { ...count, value: null })).toBeNull();
});

test('headline figures and all are counted, and the exceptions kept', () => {
  const goodput = (value: number) => madeFigure({ metric: 'goodput-self', value, rounds: 0 });
  const stalls = madeFigure({ metric: 'stalls', value: 1, rounds: 0 });
  const pairs = [
    [goodput(9), goodput(9.1)],
    [goodput(9), goodput(12)],
    [stalls, stalls],
  ] as const;
  const compared = pairs.map(([here, there]) => compareFigures(here, there, true));
  const other = compareFigures(goodput(9), goodput(9), false);
  const counts = countAgreements([...compared, other]);
  expect(counts.headline).toEqual({ agreeing: 1, compared: 2, exceptions: [compared[1]] });
  expect(agreementText(counts)).toBe('1 of 2 headline figures (50 %), 2 of all 3 (66.7 %)');
});
