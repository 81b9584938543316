import type { Connection } from '@holbench/results/connection';
import { expect, test } from 'vitest';
import { connection, sample } from '../../../../results/fixtures/run-lines.ts';
import { round } from '../../../fixtures/rounds.ts';
import { LABELS } from '../../labels.ts';
import { type Round, roundsOf } from '../../metric.ts';
import { RECOVERY_METRICS } from './recovery-metrics.ts';

const DISTURBED = { fromMs: 5_000, toMs: 10_000 };

/** A connection of which loads were sent at these times, and how long each took; null: no answer. */
function roundWith(
  loads: readonly (readonly [atMs: number, tookMs: number | null])[],
  changes: Partial<Connection> = { disturbed: DISTURBED },
): Round {
  const samples = loads.map(([intendedAtMs, tookMs], index) =>
    sample({
      label: LABELS.probe('same', 'load'),
      index,
      intendedAtMs,
      connection: 0,
      outcome:
        tookMs === null
          ? { status: 'failed', code: 'timeout', reason: 'a test', afterMs: 20_000 }
          : { status: 'ok', durationMs: tookMs, bytes: 1, protocol: 'websocket' },
    }),
  );
  const [only] = roundsOf({ ...round(samples), connections: [connection(changes)] });
  if (!only) throw new Error('no round');
  return only;
}

function valueOf(id: string, ...rounds: [Round, ...Round[]]) {
  const how = RECOVERY_METRICS.find((metric) => metric.id === id)?.estimate;
  if (how?.of === 'connections') return how.value(rounds[0]);
  if (how?.of === 'mean of rounds') return how.value(rounds[0], '', rounds);
  if (how?.of === 'pooled') return how.value(rounds);
  throw new Error(`no number of ${id}`);
}

test('messages flow again with the first answer after the disturbance, whenever it was sent', () => {
  const loads = [[4_000, 100] as const, [6_000, 5_500] as const, [9_000, 4_000] as const];
  expect(valueOf('recovery', roundWith(loads))).toEqual({ value: 1_500, n: 2 });
});

test('where none comes it takes until the last was given up, at least', () => {
  const never = roundWith([
    [4_000, 100],
    [6_000, null],
  ]);
  expect(valueOf('recovery', never)).toEqual({ value: 16_000, n: 0, censored: true });
});

test('messages that were under way are lost to it, and those that were answered before are not', () => {
  const loads = [[4_000, null] as const, [4_500, 400] as const, [6_000, 5_000] as const];
  expect(valueOf('unanswered', roundWith(loads))).toEqual({ value: 0.5, n: 2 });
});

test('events that came again are counted, and sockets that were opened', () => {
  const one = roundWith([], { disturbed: { ...DISTURBED, newSockets: 3 }, eventsAgain: 2 });
  expect(valueOf('events-again', one, one)).toEqual({ value: 4, n: 2 });
  expect(valueOf('new-sockets', one)).toEqual({ value: 3, n: 1 });
});

test('a network that nothing disturbs has none of these', () => {
  const calm = roundWith([[6_000, null]], {});
  const ids = RECOVERY_METRICS.map(({ id }) => id);
  expect(ids.map((id) => valueOf(id, calm))).toEqual(ids.map(() => null));
});
