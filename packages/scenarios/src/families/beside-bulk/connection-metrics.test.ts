import type { Connection } from '@holbench/results/connection';
import type { Outcome, Sample } from '@holbench/results/sample';
import { expect, test } from 'vitest';
import { round } from '../../../fixtures/rounds.ts';
import { connection, sample } from '../../../../results/fixtures/run-lines.ts';
import { LABELS } from '../../labels.ts';
import { type Round, roundsOf } from '../../metric.ts';
import { CONNECTION_METRICS } from './connection-metrics.ts';

const answered = (durationMs: number): Outcome => ({
  status: 'ok',
  durationMs,
  bytes: 1,
  protocol: 'websocket',
});
const LOST: Outcome = { status: 'failed', code: 'timeout', reason: 'a test', afterMs: 20_000 };

/** Messages of a connection, sent at these times. */
function messages(
  phase: 'alone' | 'same',
  all: readonly (readonly [atMs: number, outcome: Outcome])[],
  of = 0,
): Sample[] {
  const label = LABELS.probe(phase, 'load');
  return all.map(([intendedAtMs, outcome], index) =>
    sample({ label, index, intendedAtMs, outcome, connection: of }),
  );
}

/** The parts of a cell with these connections. */
function connectionsOf(samples: readonly Sample[], connections: readonly Connection[]): Round[] {
  return roundsOf({ ...round(samples), connections });
}

const ONE = [
  ...messages('alone', [
    [100, answered(50)],
    [300, answered(60)],
  ]),
  ...messages('same', [
    [1_100, answered(200)],
    [5_000, answered(300)],
    [10_900, answered(1_200)],
    // After the first ten seconds.
    [11_000, answered(9_000)],
  ]),
];

function numberOf(id: string, of: Round | undefined) {
  const how = CONNECTION_METRICS.find((metric) => metric.id === id)?.estimate;
  if (of === undefined || (how?.of !== 'connections' && how?.of !== 'mean of rounds')) {
    throw new Error(`no number of ${id}`);
  }
  return how.of === 'connections' ? how.value(of) : how.value(of, '', [of]);
}

test('a connection has one number: the median of its messages, of the first ten seconds alone', () => {
  const [first] = connectionsOf(ONE, [connection()]);
  expect(numberOf('load-alone', first)).toMatchObject({ value: 50, n: 2 });
  expect(numberOf('load-during', first)).toMatchObject({ value: 300, n: 3 });
  expect(numberOf('load-added', first)).toMatchObject({ value: 250, base: 50 });
  expect(numberOf('load-late', first)).toEqual({ value: 1 / 3, n: 3 });
  // A transfer of eight Mbit/s whose first bytes came after 0.2 s.
  expect(numberOf('goodput-start', first)?.valueOf()).toMatchObject({ value: 7.84 });
});

test('what is not answered took the deadline at least', () => {
  const lost = messages('same', [
    [1_100, LOST],
    [2_000, LOST],
    [3_000, answered(10)],
  ]);
  const [first] = connectionsOf([...ONE.slice(0, 2), ...lost], [connection()]);
  expect(numberOf('load-during', first)).toMatchObject({ value: 20_000, censored: true });
  expect(numberOf('load-added', first)).toMatchObject({ value: 19_950, censored: true });
  expect(numberOf('load-late', first)).toMatchObject({ value: 2 / 3 });
});

test('each connection that counts is one number, with its own seed and limiting party', () => {
  const limiter = { verdict: 'client', why: 'client: a test' } as const;
  const all = [
    connection({ seed: 70 }),
    connection({ connection: 1, valid: false, reasons: ['a test'] }),
    connection({ connection: 2, seed: 71, limiter }),
  ];
  const found = connectionsOf([...ONE, ...messages('same', [[2_000, answered(7)]], 2)], all);
  expect(found.map(({ cell, samples }) => [cell.seed, cell.limiter, samples.length])).toEqual([
    [70, null, 6],
    [71, limiter, 1],
  ]);
});

test('a cell without connections has none of these numbers, and is one round', () => {
  const whole = roundsOf({ ...round(ONE), connections: [] });
  expect(whole).toHaveLength(1);
  expect(numberOf('load-during', whole[0])).toBeNull();
  expect(numberOf('goodput-start', whole[0])).toBeNull();
});

test('a 95th percentile takes 40 connections', () => {
  const how = CONNECTION_METRICS.find(({ id }) => id === 'load-during-p95')?.estimate;
  if (how?.of !== 'pooled') throw new Error('not pooled');
  const [first] = connectionsOf(ONE, [connection()]);
  const of = (count: number) =>
    Array.from({ length: count }, () => first).flatMap((one) => one ?? []);
  expect(how.value(of(39))).toBeNull();
  expect(how.value(of(40))).toMatchObject({ value: 1_200, n: 120 });
});
