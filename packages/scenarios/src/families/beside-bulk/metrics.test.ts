import type { Outcome, ProbePhase } from '@holbench/results/sample';
import { expect, test } from 'vitest';
import { cell, sample } from '../../../../results/fixtures/run-lines.ts';
import { LABELS } from '../../labels.ts';
import { besideBulkMetrics } from './metrics.ts';

const answered = (durationMs: number): Outcome => ({
  status: 'ok',
  durationMs,
  bytes: 1,
  protocol: 'h2',
});
const failed = (code: string, afterMs: number): Outcome => ({
  status: 'failed',
  code,
  reason: 'a test',
  afterMs,
});

/** A metric of messages that ended so, by phase. */
function metricOf(id: string, phases: Partial<Record<ProbePhase, readonly Outcome[]>>) {
  const samples = (['idle', 'foreign', 'self'] as const).flatMap((phase) => {
    const label = LABELS.probe(phase, 'load');
    return (phases[phase] ?? []).map((outcome, index) => sample({ label, index, outcome }));
  });
  return besideBulkMetrics.find((metric) => metric.id === id)?.of({ cell: cell(), samples });
}

const latencyOf = (self: readonly Outcome[]) => metricOf('latency-self', { self });

test.each([failed('connection_lost', 5), failed('timeout', 20_000)])(
  'a message that ended with $code among more answered ones leaves the median what it is',
  (lost) => {
    expect(latencyOf([answered(10), answered(20), answered(30), lost])).toEqual([
      { series: 'load', value: 25, n: 4, censored: false },
    ]);
  },
);

test('the median is a lower bound where one of its samples was given up or failed', () => {
  const lost = failed('connection_lost', 5);
  expect(latencyOf([answered(10), lost, lost])).toEqual([
    { series: 'load', value: 20_000, n: 3, censored: true },
  ]);
  // The mean of an answered one and one that had waited for 5 s.
  expect(latencyOf([answered(10), failed('timeout', 5_000)])).toEqual([
    { series: 'load', value: 2_505, n: 2, censored: true },
  ]);
});

test('a delay is a lower bound where only the loaded side is one', () => {
  const [fast, lost] = [answered(10), failed('timeout', 5_000)];
  const delay = (self: Outcome, foreign: Outcome) =>
    metricOf('holb-delay', { self: [self], foreign: [foreign] });
  expect(delay(answered(30), fast)).toEqual([{ series: 'load', value: 20, n: 2, censored: false }]);
  expect(delay(lost, fast)).toEqual([{ series: 'load', value: 4_990, n: 2, censored: true }]);
  expect(delay(answered(30), lost)).toEqual([]);
  expect(delay(lost, lost)).toEqual([]);
});
