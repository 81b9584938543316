import { CENSORED } from '@holbench/stats/censored';
import { expect, test } from 'vitest';
import { dataOf, holbCell } from '../../fixtures/plot-data.ts';
import { Relation } from '../figures/relation.ts';
import { ecdf, ecdfPlots } from './ecdf.ts';

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

test('a distribution ends below 1 where some were not answered', () => {
  expect(ecdf([30, 10, CENSORED, 10])).toEqual([
    { ms: 10, share: 0.5 },
    { ms: 30, share: 0.75 },
  ]);
  expect(ecdf([CENSORED])).toEqual([]);
  expect(ecdf([])).toEqual([]);
});

test('a distribution of many has steps, with p50 and p95 among them', () => {
  const steps = ecdf(upTo(1_000));
  expect(steps).toHaveLength(40);
  expect(steps).toContainEqual({ ms: 500, share: 0.5 });
  expect(steps).toContainEqual({ ms: 950, share: 0.95 });
  expect(steps.at(-1)).toEqual({ ms: 1_000, share: 1 });
});

test('a curve is of all rounds together', () => {
  const data = dataOf([
    holbCell({ round: 0, cell: 'a' }, { same: [1] }),
    holbCell({ round: 1, seed: 2, cell: 'b' }, { same: [100, null] }),
  ]);
  const [plot, ...others] = ecdfPlots({ data, relation: Relation.of(data) });
  expect(others).toEqual([]);
  expect(plot?.svg).toContain('>✕ 33.3 %</text>');
  // From a third of them on at 1 ms to two thirds at 100 ms, in a frame of 100 px.
  const [, path = ''] = /<path [^>]*d="M([^"]*)"/.exec(plot?.svg ?? '') ?? [];
  const heights = path.split('L').map((point) => Number(point.split(',')[1]));
  expect(heights.map((y) => (144 - y) / 100)).toEqual([
    expect.closeTo(1 / 3, 1),
    expect.closeTo(1 / 3, 1),
    expect.closeTo(2 / 3, 1),
  ]);
});
