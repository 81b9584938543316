import type { Outcome, ProbePhase } from '@holbench/results/sample';
import { expect, test } from 'vitest';
import { round, valueOf } from '../../../fixtures/rounds.ts';
import { sample } from '../../../../results/fixtures/run-lines.ts';
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
  return valueOf(besideBulkMetrics, id, round(samples));
}

const waitOf = (self: readonly Outcome[]) => metricOf('load-self-median-wait', { self });

test.each([failed('connection_lost', 5), failed('timeout', 20_000)])(
  'a message that ended with $code among more answered ones leaves the median what it is',
  (lost) => {
    expect(waitOf([answered(10), answered(20), answered(30), lost])).toEqual({
      value: 25,
      n: 4,
      failed: 1,
      censored: false,
    });
  },
);

test('the median is a lower bound where half of its messages were given up or failed', () => {
  const lost = failed('connection_lost', 5);
  const bound = { value: 20_000, n: 3, failed: 2, censored: true };
  expect(waitOf([answered(10), lost, lost])).toEqual(bound);
  // The mean of an answered one and one that had waited for 5 s.
  const half = { value: 2_505, n: 2, failed: 1, censored: true };
  expect(waitOf([answered(10), failed('timeout', 5_000)])).toEqual(half);
});

test('a mean is a lower bound where one message was given up', () => {
  const self = [answered(10), answered(20), failed('timeout', 30)];
  expect(metricOf('load-self-mean-wait', { self })).toEqual({
    value: 20,
    n: 3,
    failed: 1,
    censored: true,
  });
});

test('a delay is a lower bound where the loaded side is one', () => {
  const [fast, lost] = [answered(10), failed('timeout', 5_000)];
  const delay = (self: Outcome, foreign: Outcome) =>
    metricOf('load-holb-delay', { self: [self], foreign: [foreign] });
  expect(delay(answered(30), fast)).toEqual({ value: 20, n: 1, failed: 0, censored: false });
  expect(delay(lost, fast)).toEqual({ value: 4_990, n: 1, failed: 1, censored: true });
  expect(metricOf('load-holb-delay', { self: [fast] })).toBeNull();
  // The other transfer alone kept them waiting: less than nothing is no delay.
  expect(delay(answered(30), lost)).toEqual({ value: null, n: 1, failed: 0 });
  expect(delay(lost, lost)).toEqual({ value: null, n: 1, failed: 1 });
});

test('inflation has no multiple of a time of 0 ms', () => {
  const inflation = (idle: number) =>
    metricOf('load-inflation', { self: [answered(30)], idle: [answered(idle)] });
  expect(inflation(10)).toMatchObject({ value: 3 });
  expect(inflation(0)).toBeNull();
});

test('4g has every metric but the predictions of a download', async () => {
  const { metrics } = await import('../../4g-beside-upload/metrics.ts');
  const lacking = besideBulkMetrics.filter((metric) => !metrics.includes(metric));
  expect(lacking.map(({ id }) => id)).toEqual([
    'reno-prediction',
    'self-vs-reno',
    'foreign-vs-reno',
    'own-prediction',
  ]);
});
