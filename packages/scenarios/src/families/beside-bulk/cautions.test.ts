import type { Cell } from '@holbench/results/cell';
import { describe, expect, test } from 'vitest';
import { round } from '../../../fixtures/rounds.ts';
import { sample } from '../../../../results/fixtures/run-lines.ts';
import { LABELS } from '../../labels.ts';
import { besideBulkMetrics } from './metrics.ts';

/** Goodput of the two halves of the window from 1 s to 2 s, in Mbit/s. */
type Halves = readonly [first: number, second: number];
interface Loaded {
  readonly mbps: Halves;
  readonly stable?: boolean;
}

function phaseOf(phase: 'same' | 'other', { mbps, stable = true }: Loaded) {
  // 1 Mbit/s is 12 500 bytes in 100 ms.
  const half = (value: number) => Array.from({ length: 5 }, () => value * 12_500);
  const before = Array.from({ length: 10 }, () => 99_000);
  return {
    phase,
    ramp: { ms: 9_000, stable },
    window: { fromMs: 1_000, toMs: 2_000 },
    connections: null,
    bulk: {
      streams: 1,
      beganAtMs: 0,
      binMs: 100,
      binBytes: [...before, ...half(mbps[0]), ...half(mbps[1])],
    },
  } satisfies Cell['phases'][number];
}

function roundOf(same: Loaded, other: Loaded) {
  const samples = (['alone', 'other', 'same'] as const).flatMap((phase) =>
    [1_000, 2_000].map((intendedAtMs, index) =>
      sample({ label: LABELS.probe(phase, 'load'), index, intendedAtMs }),
    ),
  );
  return round(samples, { phases: [phaseOf('same', same), phaseOf('other', other)] });
}

function cautions(metricId: string, of: ReturnType<typeof roundOf>) {
  const metric = besideBulkMetrics.find(({ id }) => id === metricId);
  if (!metric) throw new Error(`no metric ${metricId}`);
  return metric.cautions?.(of) ?? [];
}

const idsOf = (metricId: string, same: Loaded, other: Loaded) =>
  cautions(metricId, roundOf(same, other)).map(({ id }) => id);

const steady: Loaded = { mbps: [8, 8] };

describe('what nobody at the servers counted', () => {
  const measured = roundOf(steady, steady);
  const protocol = { ...measured.cell.protocol, server: {} };
  const own = { ...measured, cell: { ...measured.cell, protocol } };
  const witness = { id: 'one witness' };

  test('a count of requests by the page alone', () => {
    expect(cautions('load-alone-p50', own)).toMatchObject([witness]);
    const nothing = { ...own.cell, protocol: { ...protocol, client: {} } };
    expect(cautions('load-alone-p50', { ...own, cell: nothing })).toEqual([]);
  });
});

describe('a goodput that was not stable before the window', () => {
  const unstable: Loaded = { mbps: [9, 5], stable: false };

  test('is that of each phase that a figure is made of', () => {
    expect(idsOf('load-same-p50', unstable, steady)).toEqual(['unstable same']);
    expect(idsOf('load-same-p50', steady, unstable)).toEqual([]);
    expect(idsOf('load-sharing-wait', unstable, unstable)).toEqual([
      'unstable same',
      'unstable other',
    ]);
    expect(idsOf('load-alone-p50', unstable, unstable)).toEqual([]);
  });

  test('says how long it was waited for', () => {
    expect(cautions('load-same-p50', roundOf(unstable, steady))).toMatchObject([
      { here: 'the goodput of the phase same was not stable within 9.0 s' },
    ]);
  });

  test('is not known of runs before schema 6, and halves that differ are no caution', () => {
    const known = roundOf(unstable, { mbps: [20, 20] });
    const phases = known.cell.phases.map(({ phase, connections, bulk }) => ({
      phase,
      connections,
      bulk,
    }));
    const old = { ...known, cell: { ...known.cell, phases } };
    expect(cautions('load-sharing-wait', old)).toEqual([]);
    expect(idsOf('load-sharing-wait', { mbps: [9, 5] }, { mbps: [20, 20] })).toEqual([]);
  });
});
