import type { Metric, Round, RoundValue } from '@holbench/scenarios/metric';
import { CENSORED } from '@holbench/stats/censored';
import { expect, test } from 'vitest';
import { readRun } from '@holbench/results/run-reader';
import { join } from 'node:path';
import { estimate, medianOf } from './estimate.ts';

const { cells, manifest } = await readRun(join(import.meta.dirname, '../../fixtures/run'));
const [network] = manifest.networks;
const [first] = cells;
if (!network || !first) throw new Error('the fixture has networks and cells');

/** So many rounds that differ in their seed alone. */
const rounds = (count: number): Round[] =>
  Array.from({ length: count }, (_, seed) => ({
    ...first,
    cell: { ...first.cell, seed },
    network,
    run: manifest.config,
  }));

const metric = (how: Metric['estimate']): Metric => ({
  id: 'made-up',
  title: 'made-up',
  unit: 'ms',
  better: 'lower',
  definition: 'of a test',
  estimate: how,
});

const ofRounds = (...values: readonly (RoundValue | null)[]) =>
  estimate(
    metric({ of: 'rounds', value: ({ cell }) => values[cell.seed] ?? null }),
    '',
    rounds(values.length),
  );
const number = (value: number, censored = false): RoundValue => ({ value, n: 10, censored });

test('the median over rounds has the interval that they span, and says what it can claim', () => {
  expect(ofRounds(number(1), number(2), number(4), number(8))).toMatchObject({
    state: 'ok',
    value: 3,
    low: 1,
    high: 8,
    coverage: 0.875,
    rounds: 4,
    n: 40,
    censored: false,
  });
  expect(ofRounds(number(1))).toMatchObject({ value: 1, low: null, high: null, coverage: null });
});

test('a lower bound has no upper end, and is one only where it is in the middle', () => {
  const some = [number(1), number(2), number(4)];
  expect(ofRounds(...some, number(20_000, true), number(3))).toMatchObject({
    value: 3,
    censored: false,
    high: Infinity,
  });
  const bound = ofRounds(number(1), number(2), number(9, true), number(10, true));
  expect(bound).toMatchObject({ value: 5.5, censored: true, low: 1, high: Infinity });
  // The mean of 5 and 90 would be below the bound, and may be anything, too.
  const five = [1, 2, 3, 4, 5].map((each) => number(each));
  expect(ofRounds(...five, number(90, true))).toMatchObject({ value: 3.5, high: Infinity });
});

test('a round that failed is told, and leaves a figure of survivors', () => {
  expect(ofRounds(number(1), 'failed', number(3))).toMatchObject({
    state: 'ok',
    value: 2,
    survivors: true,
    why: '2 of 3 rounds complete',
  });
  expect(ofRounds('failed', 'failed')).toMatchObject({ state: 'failed', value: null });
  // Its operations count where they are known.
  const lost = { value: null, n: 10, failed: 1 };
  expect(ofRounds(number(1), lost)).toMatchObject({ n: 20, failed: 1, survivors: true });
  expect(ofRounds(lost, lost)).toMatchObject({ state: 'failed', n: 20, failed: 2 });
  expect(ofRounds(null, null)).toMatchObject({ state: 'not-run', value: null });
});

test('where most rounds are slower than any other the median is no number', () => {
  expect(ofRounds(number(1), number(CENSORED), number(CENSORED))).toMatchObject({
    state: 'failed',
    value: null,
  });
  expect(medianOf([]).value).toBeNull();
});

const ofOperations = (statistic: 'p50' | 'p95' | 'mean' | 'maximum', values: readonly number[][]) =>
  estimate(
    metric({ of: 'operations', statistic, values: ({ cell }) => values[cell.seed] ?? [] }),
    '',
    rounds(values.length),
  );

test('percentiles are over all operations, means over those that succeeded', () => {
  const values = [
    [1, 2, 3],
    [4, CENSORED, CENSORED],
  ];
  expect(ofOperations('p50', values)).toMatchObject({ value: 3, n: 6, failed: 2, rounds: 2 });
  expect(ofOperations('mean', values)).toMatchObject({ value: 2.5, survivors: true });
  expect(ofOperations('maximum', values)).toMatchObject({ value: 4, low: null, rounds: 0 });
  const most = [[1, CENSORED, CENSORED]];
  expect(ofOperations('p50', most)).toMatchObject({
    state: 'failed',
    why: 'no percentile: 2 of 3 unanswered',
  });
});

test('a percentile that n cannot support is not given', () => {
  expect(ofOperations('p95', [[1, 2, 3]])).toMatchObject({
    state: 'too-small',
    why: 'n too small (n=3, needs 20)',
  });
});

test('each round is a point, where it can be one', () => {
  const { points } = ofOperations('p50', [[1, 2, 3], [4], [5, 6]]);
  expect(points.map(({ seed, value }) => [seed, value])).toEqual([
    [0, 2],
    [2, 5],
  ]);
});
