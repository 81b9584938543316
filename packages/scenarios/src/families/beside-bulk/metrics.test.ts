import type { Outcome, ProbePhase } from '@holbench/results/sample';
import { describe, expect, test } from 'vitest';
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
  const samples = (['alone', 'other', 'same'] as const).flatMap((phase) => {
    const label = LABELS.probe(phase, 'load');
    return (phases[phase] ?? []).map((outcome, index) => sample({ label, index, outcome }));
  });
  return valueOf(besideBulkMetrics, id, round(samples));
}

const [fast, slow, lost] = [answered(10), answered(30), failed('timeout', 20_000)];
const delayOf = (same: readonly Outcome[], other: readonly Outcome[]) =>
  metricOf('load-sharing-wait', { same, other });

test('a delay is the difference of two p50 of nearest rank, and says what it is added to', () => {
  expect(delayOf([fast, slow, slow, answered(40)], [fast, slow])).toEqual({
    value: 20,
    base: 10,
    n: 4,
    failed: 0,
  });
});

test.each([failed('connection_lost', 5), lost])(
  'a message that ended with $code among more answered ones leaves it what it is',
  (unanswered) => {
    expect(delayOf([slow, slow, unanswered], [fast, fast])).toMatchObject({ value: 20, failed: 1 });
  },
);

test('it is a lower bound where the loaded p50 is one, and none where the other is', () => {
  const bound = { value: 19_990, base: 10, n: 3, failed: 2, censored: true };
  expect(delayOf([fast, lost, failed('connection_lost', 5)], [fast, fast])).toEqual(bound);
  // The other transfer alone kept them waiting: less than nothing is no delay.
  const none = { value: null, n: 2, lacks: 'other p50 is a lower bound', unknown: true };
  expect(delayOf([slow, slow], [lost, lost])).toEqual({ ...none, failed: 0 });
  expect(delayOf([lost, lost], [lost, lost])).toEqual({ ...none, failed: 2 });
});

test('one message has no p50, so no delay; no message has nothing to say', () => {
  expect(delayOf([fast], [fast, fast])).toMatchObject({
    value: null,
    lacks: expect.stringMatching(/^n too small/),
  });
  expect(delayOf([fast, fast], [])).toBeNull();
});

test('a mean is a lower bound where one message was given up', () => {
  const same = [answered(10), answered(20), failed('timeout', 30)];
  expect(metricOf('load-same-mean-wait', { same })).toEqual({
    value: 20,
    n: 3,
    failed: 1,
    censored: true,
  });
});

test('inflation has no multiple of a time of 0 ms', () => {
  const inflation = (alone: number) =>
    metricOf('load-inflation', { same: [slow, slow], alone: [answered(alone), answered(alone)] });
  expect(inflation(10)).toMatchObject({ value: 3 });
  expect(inflation(0)).toBeNull();
});

describe('RPM', () => {
  interface Conditions {
    readonly stable?: boolean | null;
    readonly mbps?: number;
  }

  /** Over 20 Mbit/s without losses, of which 17 are payload, if nothing else is said. */
  const rpm = (same: readonly Outcome[], { stable = true, mbps = 17 }: Conditions = {}) => {
    const ramp = stable === null ? null : { ms: 1_000, stable };
    // 1 Mbit/s is 12 500 bytes in 100 ms.
    const binBytes = Array.from({ length: 20 }, () => 12_500 * mbps);
    const bulk = { streams: 1, beganAtMs: 0, binMs: 100, binBytes };
    const window = { fromMs: 0, toMs: 2_000 };
    const phases = [{ phase: 'same' as const, ramp, window, connections: null, bulk }];
    const samples = same.map((outcome, index) =>
      sample({ label: 'probe-same-load', index, outcome }),
    );
    const made = round(samples, { scenario: 'download', phases });
    const { profile } = made.network;
    const down = { ...profile.down, lossFraction: 0, rateKbps: 20_000 };
    const network = { ...made.network, profile: { ...profile, down } };
    return valueOf(besideBulkMetrics, 'load-rpm', { ...made, network });
  };

  test('is of a round with working conditions in which all messages were answered', () => {
    expect(rpm([slow, slow])).toEqual({ value: 2_000, n: 2, failed: 0 });
  });

  test.each<Conditions & { readonly lacks: string }>([
    { stable: false, lacks: 'no working conditions' },
    { stable: null, lacks: 'no working conditions' },
    { mbps: 15, lacks: 'link not filled' },
  ])('needs a full link: %j', ({ lacks, ...conditions }) => {
    expect(rpm([slow], conditions)).toMatchObject({ value: null, lacks });
  });

  test('is no endless rate where answers are faster than the clock', () => {
    expect(rpm([answered(0), answered(0)])).toMatchObject({ value: null });
  });

  test.each([
    { lossFraction: 0, rateKbps: 20_000, has: true },
    { lossFraction: 0.005, rateKbps: 20_000, has: false },
    { lossFraction: 0, rateKbps: null, has: false },
  ])('is not of a link that no transfer fills: %j', ({ has, ...way }) => {
    const { profile } = round([]).network;
    const { appliesTo } = besideBulkMetrics.find(({ id }) => id === 'load-rpm') ?? {};
    const down = { ...profile.down, ...way };
    expect(appliesTo?.({ ...profile, down, up: down })).toBe(has);
  });

  test('needs an answer to every message', () => {
    expect(rpm([slow, lost])).toMatchObject({ value: null, lacks: 'unanswered messages' });
  });
});

test('upload has every metric but the predictions of a download', async () => {
  const { metrics } = await import('../../upload/metrics.ts');
  const lacking = besideBulkMetrics.filter((metric) => !metrics.includes(metric));
  expect(lacking.map(({ id }) => id)).toEqual([
    'reno-prediction',
    'same-vs-reno',
    'other-vs-reno',
    'own-prediction',
  ]);
});
