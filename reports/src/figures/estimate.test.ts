import type { Metric, Round, RoundValue } from '@holbench/scenarios/metric';
import { CENSORED } from '@holbench/stats/censored';
import { expect, test } from 'vitest';
import { readRun } from '@holbench/results/run-reader';
import { join } from 'node:path';
import { estimate } from './estimate.ts';

const { cells, manifest } = await readRun(join(import.meta.dirname, '../../fixtures/run'));
const [network] = manifest.networks;
const [block] = manifest.blocks;
const [first] = cells;
if (!network || !block || !first) throw new Error('the fixture has networks, blocks and cells');

/** So many rounds that differ in their seed alone. */
const rounds = (count: number): Round[] =>
  Array.from({ length: count }, (_, seed) => ({
    ...first,
    cell: { ...first.cell, seed },
    network,
    workload: block.workload,
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

const numbers = (...values: readonly number[]) => values.map((value) => number(value));

test('the median of six rounds has an interval, and says with which probability it holds', () => {
  expect(ofRounds(...numbers(1, 2, 4, 8, 3, 5))).toMatchObject({
    state: 'ok',
    value: 3.5,
    low: 1,
    high: 8,
    coverage: 0.96875,
    rounds: 6,
    n: 60,
    bound: '',
  });
});

test('fewer rounds have none: their points say all', () => {
  const found = ofRounds(...numbers(1, 2, 4, 8, 3));
  expect(found).toMatchObject({ value: 3, low: null, high: null, coverage: null, rounds: 5 });
  expect(found.points.map(({ low }) => low)).toEqual([1, 2, 4, 8, 3]);
});

test('a lower bound above the middle leaves the median exact, and the interval without that end', () => {
  expect(ofRounds(...numbers(1, 2, 4, 3, 3), number(20_000, true))).toMatchObject({
    value: 3,
    bound: '',
    low: 1,
    high: Infinity,
  });
});

test('of an even number the median is never a mean across a lower bound', () => {
  const bound = ofRounds(...numbers(2_862, 1_560), number(19_888, true), number(19_886, true));
  expect(bound).toMatchObject({ value: 2_862, bound: '≥' });
  // One below the middle may be anything above itself, too.
  const below = ofRounds(number(1, true), ...numbers(2, 4, 5));
  expect(below).toMatchObject({ value: 2, bound: '≥' });
  expect(ofRounds(...numbers(1, 2), number(9, true))).toMatchObject({ value: 2, bound: '' });
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

test('a round that lacks a number for another reason says so, and leaves no survivors', () => {
  const lacks = { value: null, n: 3, failed: 0, lacks: 'n too small' };
  expect(ofRounds(number(1), lacks, number(3))).toMatchObject({
    value: 2,
    survivors: false,
    why: '2 of 3 rounds, others: n too small',
  });
  expect(ofRounds(lacks, lacks)).toMatchObject({ state: 'too-small', why: 'n too small', n: 6 });
  expect(ofRounds(lacks, { ...lacks, failed: 1 })).toMatchObject({ state: 'failed' });
});

test('a mean of rounds has no interval; its rounds are there', () => {
  const over = (...values: readonly RoundValue[]) =>
    estimate(
      metric({
        of: 'mean of rounds',
        value: ({ cell }) => values[cell.seed] ?? null,
      }),
      '',
      rounds(values.length),
    );
  const found = over(...numbers(1, 2, 4, 8, 3, 6));
  expect(found).toMatchObject({ value: 4, low: null, high: null, coverage: null, rounds: 6 });
  expect(found.points.map(({ low }) => low)).toEqual([1, 2, 4, 8, 3, 6]);
  expect(over(number(1), number(5, true))).toMatchObject({ value: 3, bound: '≥' });
  expect(over(number(1), 'failed')).toMatchObject({ value: 1, survivors: true });
  const unknown: RoundValue = { value: null, n: 10, lacks: 'base is a bound', unknown: true };
  expect(over(number(1), unknown)).toMatchObject({ state: 'failed', value: null });
});

const ofOperations = (
  statistic: 'p50' | 'p95' | 'mean' | 'maximum',
  values: readonly number[][],
  bound?: number,
) =>
  estimate(
    metric({
      of: 'operations',
      statistic,
      values: ({ cell }) => values[cell.seed] ?? [],
      ...(bound === undefined ? {} : { bound: () => bound }),
    }),
    '',
    rounds(values.length),
  );

test('a statistic is of each round, and the figure the median of these', () => {
  const values = [
    [1, 2, 3],
    [40, 50, 60],
    [7, 8, CENSORED],
  ];
  // Of all nine together the p50 would be 8, and the mean 24.4.
  expect(ofOperations('p50', values)).toMatchObject({ value: 8, n: 9, failed: 1, rounds: 3 });
  expect(ofOperations('mean', values)).toMatchObject({ value: 7.5, survivors: true });
  expect(ofOperations('maximum', values)).toMatchObject({ value: 8, rounds: 3 });
});

test('a percentile that falls on a failed operation fails its round, where no bound is known', () => {
  const most = [[1, CENSORED, CENSORED]];
  expect(ofOperations('p50', most)).toMatchObject({
    state: 'failed',
    why: 'no p50: 2 of 3 unanswered',
  });
  expect(ofOperations('p50', [...most, [1, 2, 3]])).toMatchObject({ value: 2, survivors: true });
  expect(ofOperations('p50', most, 20_000)).toMatchObject({ value: 20_000, bound: '≥' });
});

test('a percentile that a round cannot support is not given, however many rounds there are', () => {
  const rounds = Array.from({ length: 9 }, () => [1, 2, 3]);
  expect(ofOperations('p95', rounds)).toMatchObject({
    state: 'too-small',
    why: 'n too small (n=3, needs 20 a round)',
  });
});

test('a share is of each round, too', () => {
  const parts = [1, 3, 0].map((part, at) => ({ part, whole: at === 2 ? 0 : 4 }));
  const share = metric({
    of: 'share',
    value: ({ cell }) => parts[cell.seed] ?? { part: 0, whole: 0 },
  });
  expect(estimate(share, '', rounds(3))).toMatchObject({ value: 0.5, n: 8, rounds: 2 });
});

test('rounds that may be any number widen the interval, and are named', () => {
  const unknown: RoundValue = { value: null, n: 10, lacks: 'base is a bound', unknown: true };
  expect(ofRounds(...numbers(1, 2, 3, 4, 5, 6, 7, 8), unknown)).toMatchObject({
    value: 4.5,
    low: 1,
    high: 8,
    rounds: 8,
    unknown: 1,
    survivors: true,
    why: '8 of 9 rounds, unknown in 1, as base is a bound',
  });
  expect(ofRounds(...numbers(1, 2, 3, 4, 5), unknown)).toMatchObject({
    low: -Infinity,
    high: Infinity,
    rounds: 5,
  });
  expect(ofRounds(unknown, unknown)).toMatchObject({
    state: 'too-small',
    value: null,
    why: 'unknown: base is a bound',
    unknown: 2,
  });
});
