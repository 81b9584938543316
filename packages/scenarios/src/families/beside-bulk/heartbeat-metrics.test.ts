import type { Outcome } from '@holbench/results/sample';
import { expect, test } from 'vitest';
import { round } from '../../../fixtures/rounds.ts';
import { connection, sample } from '../../../../results/fixtures/run-lines.ts';
import { LABELS } from '../../labels.ts';
import { type Round, roundsOf } from '../../metric.ts';
import { HEARTBEAT_METRICS } from './heartbeat-metrics.ts';
import { pingMessages } from './ping-messages.ts';

const answered = (durationMs: number): Outcome => ({
  status: 'ok',
  durationMs,
  bytes: 1,
  protocol: 'websocket',
});
const givenUp: Outcome = { status: 'failed', code: 'timeout', reason: 'a test', afterMs: 20_000 };

function valueOf(id: string, rounds: readonly Round[]) {
  const how = HEARTBEAT_METRICS.find((metric) => metric.id === id)?.estimate;
  if (how?.of !== 'pooled') throw new Error(`no number of ${id}`);
  return how.value(rounds);
}

/** A connection with these loads during its transfer. */
function roundWith(...outcomes: readonly Outcome[]): Round {
  const samples = outcomes.map((outcome, index) =>
    sample({
      label: LABELS.probe('same', 'load'),
      index,
      intendedAtMs: 2_000,
      outcome,
      connection: 0,
    }),
  );
  const [only] = roundsOf({ ...round(samples), connections: [connection()] });
  if (!only) throw new Error('no round');
  return only;
}

test('a heartbeat closes the connections in which one answer takes longer', () => {
  const rounds = [
    roundWith(answered(300), answered(2_100), answered(900), answered(4_000)),
    roundWith(answered(300), answered(400), answered(500), answered(600)),
  ];
  expect(valueOf('load-closes-2s', rounds)).toEqual({ value: 0.5, n: 8 });
  expect(valueOf('load-later-2s', rounds)).toEqual({ value: 0.25, n: 8 });
  expect(valueOf('load-closes-5s', rounds)).toEqual({ value: 0, n: 8 });
  expect(valueOf('ping-closes-2s', rounds)).toBeNull();
});

test('without an answer it closes the connection, up to the deadline; beyond, nobody knows', () => {
  const rounds = [roundWith(answered(300), givenUp), roundWith(answered(300))];
  expect(valueOf('load-closes-20s', rounds)).toEqual({ value: 0.5, n: 3 });
  expect(valueOf('load-closes-30s', rounds)).toMatchObject({
    value: null,
    lacks: 'messages are given up before',
  });
  expect(valueOf('load-closes-30s', [roundWith(answered(300))])).toEqual({ value: 0, n: 1 });
});

test('pings of a server belong to the connection during whose transfer they were sent', () => {
  const { transfer } = connection();
  const window = { fromMs: 1_000, toMs: 11_000 };
  const own = connection({ connection: 3, transfer: { ...transfer, window } });
  const messages = pingMessages(
    [
      { sentAtMs: 999, tookMs: 50 },
      { sentAtMs: 1_000, tookMs: 700 },
      { sentAtMs: 5_000, tookMs: null },
      { sentAtMs: 11_000, tookMs: 10 },
    ],
    [own],
    'websocket',
  );
  expect(messages.map(({ connection: of, intendedAtMs }) => [of, intendedAtMs])).toEqual([
    [3, 1_000],
    [3, 5_000],
  ]);
  const samples = messages.map((each) => sample(each));
  const [only] = roundsOf({ ...round(samples), connections: [own] });
  if (!only) throw new Error('no round');
  expect(valueOf('ping-closes-5s', [only])).toEqual({ value: 1, n: 2 });
  // The connection was closed after six seconds without its pong.
  expect(valueOf('ping-closes-10s', [only])).toMatchObject({ value: null, n: 2 });
});
