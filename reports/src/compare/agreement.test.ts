import { describe, expect, test } from 'vitest';
import { figureOfPoints, madeFigure, pointsOf } from '../../fixtures/made-figure.ts';
import type { Figure } from '../figures/figure.ts';
import { agreementOf, agreementText, countAgreements } from './agreement.ts';
import { compareFigures } from './compare-runs.ts';
import { exceptionText } from './exceptions.ts';

const of = (values: readonly number[], bounds?: readonly number[]): Figure =>
  figureOfPoints({ metric: 'load-same-p50' }, pointsOf(values, bounds));
const by = (here: Figure, there: Figure) => agreementOf(here, there)?.by;

describe('rounds enough for an interval of the difference', () => {
  const own = of([100, 101, 102, 103, 104, 150]);

  test('agree where it includes 0, whatever the intervals of the two do', () => {
    // Those of 100 to 150 and 120 to 170 overlap; U = 5 of 36 is the critical value.
    expect(by(own, of([120, 130, 140, 145, 160, 170]))).toBeNull();
    expect(by(own, of([103.5, 130, 140, 145, 148, 170]))).toBe('interval');
  });

  test('agree, too, within 10 % of the smaller value', () => {
    const [a, b] = [of([100, 100, 100, 100]), of([110, 110, 110, 110])];
    expect([by(a, b), by(b, a)]).toEqual(['value', 'value']);
    expect(by(a, of([111, 111, 111, 111]))).toBeNull();
  });

  test('have the interval, of this run − the other', () => {
    expect(agreementOf(of([10, 11, 12, 13]), of([1, 2, 3, 4]))).toEqual({
      by: null,
      shift: { low: 6, high: 12, level: 1 - 2 / 70 },
    });
  });
});

test('too few rounds agree within 10 % alone', () => {
  expect(agreementOf(of([100]), of([109, 111, 90]))).toEqual({ by: 'value', shift: null });
  expect(agreementOf(of([90, 100, 200]), of([90, 120, 200]))).toEqual({ by: null, shift: null });
});

test('a lower bound agrees with what may lie above it, and with no value by chance', () => {
  const stuck = of([20_000, 20_000, 20_000, 20_000], [0, 1, 2, 3]);
  expect(by(stuck, of([19_000, 19_100, 19_200, 19_300]))).toBeNull();
  expect(by(stuck, of([19_000, 19_100, 19_200, 30_000]))).toBe('interval');
  expect(by(of([20_000], [0]), of([20_500]))).toBeNull();
});

test('unknown rounds may be anything', () => {
  const [low, high] = [of([1, 2, 3, 4, 5]), of([11, 12, 13, 14, 15])];
  expect(by(low, high)).toBeNull();
  // Of seven and five rounds the interval is without the five lowest and highest differences.
  expect(agreementOf({ ...low, unknown: 2 }, high)).toEqual({
    by: 'interval',
    shift: { low: -Infinity, high: Infinity, level: expect.closeTo(0.952, 3) },
  });
  expect(agreementOf({ ...high, unknown: 1 }, low)).toMatchObject({ shift: { high: Infinity } });
});

test('not judged are two lower bounds, counts, predictions, details, and what has no value', () => {
  const stuck = of([20_000, 20_000], [0, 1]);
  expect(agreementOf(stuck, stuck)).toBeNull();
  for (const metric of ['connections', 'reno-prediction', 'same-unstable', 'load-alone-p95']) {
    const figure = madeFigure({ metric, value: 2, rounds: 0 });
    expect(agreementOf(figure, figure)).toBeNull();
  }
  expect(agreementOf(of([1]), { ...of([1]), value: null })).toBeNull();
});

const compare = (here: Figure, there: Figure, comparable = true) =>
  compareFigures(here, there, comparable);
const goodput = (...values: number[]) =>
  figureOfPoints({ metric: 'goodput-same' }, pointsOf(values));
const loss = (...values: number[]) =>
  figureOfPoints({ metric: 'load-in-100-ms' }, pointsOf(values));

test('headline figures and all are counted, by what they agree, and the exceptions kept', () => {
  const stuck = of([20_000, 20_000], [0, 1]);
  const compared = [
    compare(goodput(9, 9, 9, 9), goodput(9, 9, 9, 9)),
    compare(goodput(9, 9, 9, 9), goodput(9.1, 9.1, 9.1, 9.1)),
    compare(goodput(9, 9, 9, 9), goodput(12, 12, 12, 12)),
    compare(goodput(9), goodput(9.1)),
    compare(goodput(9), goodput(12)),
    compare(stuck, stuck),
    compare(loss(0.5, 0.5, 0.5, 0.5), loss(0.5, 0.5, 0.5, 0.5)),
    compare(goodput(9), goodput(9), false),
  ];
  const counts = countAgreements(compared);
  expect(counts.headline).toEqual({
    byInterval: 1,
    byValue: 1,
    exceptions: [compared[2]],
    few: { byInterval: 0, byValue: 1, exceptions: [compared[4]] },
    bounds: 1,
    oneSided: 0,
    notComparable: 1,
  });
  expect(counts.all.byInterval).toBe(2);
  expect(agreementText(counts)).toBe(
    'headline figures: 2 of 3 agree (66.7 %): 1 by the interval of the difference, 1 within 10 %; of 2 with too few rounds for an interval, 1 are within 10 %; 1 not judged: lower bounds in both runs; 1 not comparable: run under other conditions, such as another workload. All figures: 3 of 4 agree (75 %): 2 by the interval of the difference, 1 within 10 %; of 2 with too few rounds for an interval, 1 are within 10 %; 1 not judged: lower bounds in both runs; 1 not comparable: run under other conditions, such as another workload',
  );
});

test('where nothing can be compared, it says so', () => {
  const counts = countAgreements([compareFigures(goodput(9), goodput(9), false)]);
  expect(agreementText(counts)).toContain(
    'headline figures: none can be compared; 1 not comparable: run under other conditions, such as another workload.',
  );
});

test('where no figure has rounds enough, it says so', () => {
  const counts = countAgreements([compare(goodput(9), goodput(9.1))]);
  expect(agreementText(counts)).toContain(
    'headline figures: none with rounds enough for an interval of the difference; of 1 with too few',
  );
});

describe('an exception names both values, and what is known of why', () => {
  const text = (here: Figure, there: Figure) => exceptionText(compare(here, there));

  test('nothing, or few rounds', () => {
    expect(text(goodput(9, 9, 9, 9), goodput(12, 12, 12, 12))).toBe(
      'scenario download over network reference-4g, node-ws: goodput same 9.00 Mbit/s, there 12.0 Mbit/s (no known reason)',
    );
    expect(text(goodput(9), goodput(12, 13))).toMatch(/ \(few rounds: 1 and 2\)$/);
  });

  test('a delay that differs by less than a link may', () => {
    const delay = (value: number) =>
      figureOfPoints(
        { metric: 'load-sharing-wait' },
        pointsOf([value]).map((point) => ({ ...point, base: 110 })),
      );
    expect(text(delay(-1), delay(4.5))).toMatch(/ \(few rounds: 1 and 1; within the link’s toler/);
    expect(text(delay(-1), delay(4.6))).toMatch(/ \(few rounds: 1 and 1\)$/);
  });

  test('two regimes, a lower bound, and cautions with their rounds', () => {
    const split = of([100, 110, 9_000, 20_000, 20_000], [3, 4]);
    const cautions = [{ id: 'drifting same', meaning: 'it drifted', cells: ['cell 0', 'cell 3'] }];
    expect(text({ ...split, cautions }, of([10, 11, 12, 13, 14]))).toMatch(
      / \(two regimes; † drifting same: 2 of 5 and 0 of 5 rounds\)$/,
    );
    const stuck = of([200, 20_000, 20_000, 20_000], [1, 2, 3]);
    expect(text(stuck, of([10, 11, 12, 13]))).toMatch(/ \(a lower bound in one run\)$/);
  });
});
