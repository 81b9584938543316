import { readRun } from '@holbench/results/run-reader';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { figureOfPoints, madeFigure, pointsOf } from '../../fixtures/made-figure.ts';
import { spreadText, valueText } from '../document/figure-text.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import { against, baselineFigures } from './baseline.ts';
import { Relation } from './relation.ts';

/** Of rounds. */
const wait = (values: readonly number[], bounds?: readonly number[]) =>
  figureOfPoints({ metric: 'load-p50', scenario: '1b' }, pointsOf(values, bounds));
const texts = (...[figure, baseline, how]: Parameters<typeof against>) => {
  const found = against(figure, baseline, how);
  return [valueText(found), spreadText(found)];
};

test('a figure against a baseline is the median over the rounds that both have', () => {
  const own = wait([400, 200, 300, 500, 250, 250, 9]);
  const arm = wait([100, 100, 100, 100, 100, 100]);
  const found = against(arm, own, 'ratio');
  expect(found.value).toBeCloseTo((1 / 3 + 0.4) / 2, 12);
  expect([found.low, found.high, found.rounds]).toEqual([0.2, 0.5, 6]);
  expect(found.metric).toMatchObject({ id: 'load-p50-vs-baseline', unit: 'x' });
  expect(against(arm, own, 'difference')).toMatchObject({ value: -175, low: -400, high: -100 });
});

const ALL = [0, 1, 2, 3, 4, 5];
const HUNDRED = [100, 100, 100, 100, 100, 100];

test('a lower bound against an exact number is a lower bound', () => {
  const stuck = wait([20_000, 19_000, 20_000, 20_000, 20_000, 20_000], ALL);
  expect(texts(stuck, wait(HUNDRED), 'ratio')).toEqual(['≥ 200.0', '190.0 or more']);
  expect(texts(stuck, wait(HUNDRED), 'difference')).toEqual(['≥ 19,900', '18,900 or more']);
});

test('an exact number against a lower bound is an upper bound', () => {
  const stuck = wait([20_000, 10_000, 20_000, 20_000, 20_000, 20_000], ALL);
  expect(texts(wait(HUNDRED), stuck, 'ratio')).toEqual(['≤ 0.0050', '0.01 or less']);
  expect(texts(wait(HUNDRED), stuck, 'difference')).toEqual(['≤ -19,900', '-9,900 or less']);
  // One bound of six leaves the median exact, and the interval without that end.
  const once = wait([200, 300, 400, 400, 500, 20_000], [5]);
  expect(texts(wait(HUNDRED), once, 'difference')).toEqual(['-300.0', '-100.0 or less']);
  // Of fewer rounds each is shown, with its sign.
  expect(texts(wait([100, 100]), wait([200, 20_000], [1]), 'difference')).toEqual([
    '≤ -100.0',
    '≤ -19,900 · -100.0',
  ]);
});

test('of two lower bounds nothing is known', () => {
  const stuck = wait([20_000, 20_000, 20_000, 20_000, 20_000, 20_000], ALL);
  expect(against(stuck, stuck, 'ratio')).toMatchObject({
    state: 'failed',
    value: null,
    why: 'unknown: the baseline is a lower bound, too',
  });
});

test('without a baseline there is nothing to compare, and a missing figure stays what it is', () => {
  const missing = madeFigure({ metric: 'goodput-start', state: 'invalid', why: 'made up' });
  expect(against(wait([1]), missing, 'ratio')).toMatchObject({ value: null, why: 'no baseline' });
  expect(against(wait([1]), null, 'ratio')).toMatchObject({ value: null, why: 'no baseline' });
  expect(against(missing, wait([1]), 'ratio')).toMatchObject({ state: 'invalid', why: 'made up' });
});

test('over another network the baseline is named, so that an arm may have two', () => {
  const first = { ...wait([100]), network: 'reference-4g+loss=0%' };
  expect(against(wait([200]), first, 'ratio')).toMatchObject({
    value: 2,
    series: 'reference-4g+loss=0%',
  });
});

test('connections are compared by both averages: in pairs, or all where none are pairs', () => {
  const added = (during: readonly number[]) =>
    figureOfPoints(
      { metric: 'load-added' },
      pointsOf(during.map((ms) => ms - 100)).map((point) => ({
        ...point,
        base: 100,
        stratum: null,
      })),
    );
  const [own, arm] = [added([400, 900, 1_600]), added([200, 300, 400])];
  // GM(200, 300, 400) − GM(400, 900, 1600), of which what is alone takes nothing away.
  const value = 24e6 ** (1 / 3) - 576e6 ** (1 / 3);
  const found = against(arm, own, 'difference');
  expect(found.value).toBeCloseTo(value, 9);
  expect([found.low ?? 0, found.high ?? 0].map((end) => Math.sign(end - value))).toEqual([-1, 1]);
  const apart = { ...own, points: own.points.map((each) => ({ ...each, seed: each.seed + 9 })) };
  const unpaired = against(arm, apart, 'difference');
  expect(unpaired.value).toBeCloseTo(value, 9);
  expect(unpaired.low).toBeLessThan(found.low ?? -Infinity);
});

test('the arm of the made-up run is compared over all six connections', async () => {
  const data = mergeRuns([await readRun(join(import.meta.dirname, '../../fixtures/run'))]);
  const all = baselineFigures({ data, relation: Relation.of(data) });
  const figures = all.filter(({ scenario }) => scenario === 'download');
  expect(
    figures.map(({ arm, metric, value, low, high }) => [arm, metric.id, value, low, high]),
  ).toEqual([
    [
      'http2-write=16k',
      'load-during-vs-baseline',
      0.0931007698960201,
      0.08942902528296573,
      0.09692326767294751,
    ],
    [
      'http2-write=16k',
      'load-added-vs-baseline',
      -1542.6586624437166,
      -1601.3565740905303,
      -1483.9607507969029,
    ],
    [
      'http2-write=16k',
      'goodput-start-vs-baseline',
      1.024412518335059,
      0.9933416624094956,
      1.0564552433812684,
    ],
  ]);
});

test('rounds that are bounds at different ends leave a figure that is known between them', () => {
  // 300 − 100, 20,000 or more − 100, 300 − 20,000 or more, and three between: the median is exact.
  const points = [300, 20_000, 300, 310, 320, 305];
  const bases = [100, 100, 20_000, 100, 100, 100];
  const compared = against(wait(points, [1]), wait(bases, [2]), 'difference');
  expect(compared).toMatchObject({
    value: 207.5,
    bound: '',
    low: -Infinity,
    high: Infinity,
    rounds: 6,
  });
});
