import { describe, expect, test } from 'vitest';
import { type Outcome, type Sample } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { allLatencies, probeLatencies } from './probe-latencies.ts';

describe('probes of a cell', () => {
  const answered = (durationMs: number): Outcome => ({
    status: 'ok',
    durationMs,
    bytes: 5_000,
    protocol: 'h2',
  });
  const failed = (code: string, afterMs: number): Outcome => ({
    status: 'failed',
    code,
    reason: code,
    afterMs,
  });
  const sample = (outcome: Outcome, index: number, extra: Partial<Sample> = {}): Sample => ({
    run: 'run',
    cell: 'reference-4g/node-http2/download-text/0',
    variant: 'node-http2',
    network: 'reference-4g',
    scenario: 'download',
    kind: 'text',
    round: 0,
    warmup: false,
    label: LABELS.probe('same', 'load'),
    user: 0,
    index,
    intendedAtMs: 1_000 * index,
    outcome,
    ...extra,
  });
  const samples = [
    sample(answered(80), 0),
    sample(answered(250), 1),
    sample(failed('timeout', 5_000), 2),
    sample(failed('connection_lost', 40), 3),
    sample(answered(1), 4, { warmup: true }),
    sample(answered(2), 5, { label: LABELS.probe('alone', 'load') }),
    sample(answered(3), 6, { label: LABELS.probe('same', 'event') }),
  ];

  test('are sorted out: answered, censored, failed', () => {
    expect(probeLatencies(samples, 'same', 'load')).toEqual({
      sent: 4,
      answeredMs: [80, 250],
      censoredMs: [5_000],
      arrivalsMs: [80, 1_250],
      failed: 1,
    });
  });

  test('censored and failed ones count in latencies as their bound', () => {
    const probes = probeLatencies(samples, 'same', 'load');
    expect(allLatencies(probes)).toEqual([80, 250, 5_000, 20_000]);
    expect(allLatencies(probeLatencies([], 'same', 'load'))).toBeNull();
  });
});
