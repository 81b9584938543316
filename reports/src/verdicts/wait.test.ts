import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { figureOfPoints, PLACE, pointsOf } from '../../fixtures/made-figure.ts';
import {
  reportOf,
  waitCell,
  waitCells,
  type Waited,
  withoutPaths,
} from '../../fixtures/wait-data.ts';
import type { Figure } from '../figures/figure.ts';
import { Relation } from '../figures/relation.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import { beyondAlone, changeFrom, fromTo, type Waits, waitsAt } from './wait.ts';

const SELF: Waited = {
  request: 50,
  application: 20,
  'send-buffer': 200,
  queue: 40,
  retransmission: 10,
};

const partsOf = ({ parts }: Waits) =>
  Object.fromEntries(parts.map(({ part, figure }) => [part, figure.value]));

function only(waits: readonly Waits[]): Waits {
  const [first, ...others] = waits;
  if (first === undefined || others.length > 0) throw new Error(`${waits.length} rows`);
  return first;
}

test('the parts of messages during the transfer and of those alone, in the order of the path', () => {
  const { relation } = reportOf(waitCell({ variant: 'node-ws', round: 0 }, { same: SELF }));
  const parts = { ...SELF, path: 50, receiver: 0 };
  expect(partsOf(only(waitsAt(relation, PLACE, 'during')))).toEqual(parts);
  expect(only(waitsAt(relation, PLACE, 'during')).parts.map(({ part }) => part)).toEqual([
    'request',
    'application',
    'send-buffer',
    'path',
    'queue',
    'retransmission',
    'receiver',
  ]);
  expect(only(waitsAt(relation, PLACE, 'alone')).total.value).toBe(100);
});

/** The values of parts, added up. */
const sumOf = (parts: readonly Figure[]) =>
  parts.reduce((sum, { value }) => sum + (value ?? NaN), 0);
const figures = ({ parts }: Waits) => parts.map(({ figure }) => figure);

/** Rounds that differ much, and not in the same part. */
const UNEQUAL: readonly Waited[] = [
  { ...SELF, queue: 300 },
  { ...SELF, 'send-buffer': 500 },
  { ...SELF, retransmission: 400 },
];
const cellsOf = (rounds: readonly Waited[], factors = {}) =>
  rounds.map((same, round) => waitCell({ variant: 'node-ws', round, factors }, { same }));

test('parts add up to the total, which is the mean of the sums of rounds', () => {
  const waits = only(waitsAt(reportOf(...cellsOf(UNEQUAL)).relation, PLACE, 'during'));
  // 630, 670 and 760 ms.
  expect(waits.total.value).toBeCloseTo(2_060 / 3, 9);
  expect(waits.total).toMatchObject({ low: null, high: null, rounds: 3, n: 9, series: '' });
  expect(sumOf(figures(waits))).toBeCloseTo(2_060 / 3, 9);
});

test('those of every variant of the made-up run add up', async () => {
  const data = mergeRuns([await readRun(join(import.meta.dirname, '../../fixtures/run'))]);
  const relation = Relation.of(data);
  const all = relation.places.flatMap((place) =>
    (['alone', 'during'] as const).flatMap((messages) => waitsAt(relation, place, messages)),
  );
  expect(all.length).toBeGreaterThan(5);
  for (const waits of all) expect(sumOf(figures(waits))).toBeCloseTo(waits.total.value ?? NaN, 9);
});

test('what a message alone takes, too, is not a reason for its wait', () => {
  const same = { ...SELF, request: 210, 'send-buffer': 170 };
  const { relation } = reportOf(waitCell({ variant: 'node-ws', round: 0 }, { same }));
  const [during, alone] = [waitsAt(relation, PLACE, 'during'), waitsAt(relation, PLACE, 'alone')];
  expect(
    beyondAlone(only(during), only(alone))
      .slice(0, 3)
      .map(({ part, beyondMs }) => [part, beyondMs]),
  ).toEqual([
    ['send-buffer', 170],
    ['request', 160],
    ['queue', 40],
  ]);
  // Of which nothing is known: request and path may be as long.
  expect(beyondAlone(only(during), undefined)[0]?.part).toBe('send-buffer');
});

test('both sides of a change are means over the rounds that both have, and add up', () => {
  const tuned = [{ request: 50, sender: 30 }, SELF];
  const { relation } = reportOf(
    ...cellsOf(UNEQUAL),
    ...cellsOf(tuned, { notsentLowatBytes: 16_384 }),
  );
  const [own, changed] = waitsAt(relation, PLACE, 'during');
  if (own === undefined || changed === undefined) throw new Error('no waits');
  const { parts, total } = changeFrom(own, changed);
  // Not the third round, of 760 ms, which only the baseline has.
  expect([total.from.value, total.to.value, total.difference.value]).toEqual([650, 250, -400]);
  for (const side of ['from', 'to', 'difference'] as const) {
    expect(sumOf(parts.map((part) => part[side]))).toBeCloseTo(total[side].value ?? NaN, 9);
  }
  for (const { from, to, difference } of parts) {
    expect(difference.value).toBeCloseTo((to.value ?? NaN) - (from.value ?? NaN), 9);
  }
});

test('a change has the interval of its rounds, with the tolerance of the baseline’s part', () => {
  const arm = { notsentLowatBytes: 16_384 };
  const { relation } = reportOf(
    ...waitCells({ variant: 'node-ws' }, { same: SELF }, [1, 2]),
    ...waitCells({ variant: 'node-ws', factors: arm }, { same: { ...SELF, queue: 60 } }, [0.5, 1]),
  );
  const [own, tuned] = waitsAt(relation, PLACE, 'during');
  if (own === undefined || tuned === undefined) throw new Error('no waits');
  const { parts, total } = changeFrom(own, tuned);
  const buffer = parts.find(({ part }) => part === 'send-buffer')?.difference;
  expect(buffer?.points.map(({ low, base }) => [low, base])).toEqual([
    [-100, 200],
    [-200, 400],
  ]);
  // −100 + 20, −200 + 20.
  expect(total.difference.value).toBe(-130);
});

test('numbers lead to the rounds that were recorded', () => {
  const [first, second] = [0, 1].map((round) =>
    waitCell({ variant: 'node-ws', round }, { same: SELF }),
  );
  if (first === undefined || second === undefined) throw new Error('no cells');
  const { relation } = reportOf(withoutPaths(first), second);
  const { parts, total } = only(waitsAt(relation, PLACE, 'during'));
  expect(total.cells).toEqual([second.cell.cell]);
  expect(new Set(parts.flatMap(({ figure }) => figure.cells))).toEqual(new Set([second.cell.cell]));
});

test('a run that recorded no paths has no waits', () => {
  const cell = withoutPaths(waitCell({ variant: 'node-ws', round: 0 }, { same: SELF }));
  expect(waitsAt(reportOf(cell).relation, PLACE, 'during')).toEqual([]);
});

test('of connections a change is the difference of geometric means, in ms', () => {
  const during = (values: readonly number[]) =>
    figureOfPoints(
      { metric: 'load-during' },
      pointsOf(values).map((point) => ({ ...point, stratum: null })),
    );
  const { from, to, difference } = fromTo(
    during([400, 420, 380, 400]),
    during([10_000, 9_000, 11_000, 10_000]),
  );
  expect(Math.round(from.value ?? 0)).toBe(9_975);
  expect(Math.round(to.value ?? 0)).toBe(400);
  expect(Math.round(difference.value ?? 0)).toBe(-9_575);
  expect(difference.low).toBeLessThan(-9_575);
  expect(difference.high).toBeLessThan(-8_000);
});
