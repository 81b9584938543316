import type { Cell } from '@holbench/results/cell';
import { describe, expect, test } from 'vitest';
import { round } from '../../../fixtures/rounds.ts';
import { sample } from '../../../../results/fixtures/run-lines.ts';
import { LABELS } from '../../labels.ts';
import { besideBulkMetrics } from './metrics.ts';

const OK = { status: 'ok', bytes: 5_120, protocol: 'websocket' } as const;

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

describe('a matched control', () => {
  test.each([
    [8, 12, []],
    [8, 12.1, ['no matched control']],
    [12, 8, []],
    [12.1, 8, ['no matched control']],
    [0, 8, ['no matched control']],
    [0, 0, []],
  ])('has 1.5 × the goodput at most, either way: %d and %d', (same, other, expected) => {
    const of = [{ mbps: [same, same] }, { mbps: [other, other] }] as const;
    expect(idsOf('load-other-p50', ...of)).toEqual(expected);
    expect(idsOf('load-sharing-wait', ...of)).toEqual(expected);
    // Nothing that is made of `same` without `other`.
    expect(idsOf('load-same-p50', ...of)).toEqual([]);
    expect(idsOf('goodput-same', ...of)).toEqual([]);
  });

  test('says both goodputs where it is none', () => {
    expect(cautions('load-sharing-wait', roundOf(steady, { mbps: [20, 20] }))).toMatchObject([
      {
        here: 'the phase other is no matched control: its goodput was 20.00 Mbit/s, that of the phase same 8.00 Mbit/s',
      },
    ]);
  });

  test('and what was lost in each, where it was counted', () => {
    const own = roundOf(steady, { mbps: [20, 20] });
    const packets = { sentPackets: 1_000, receivedPackets: 992, queueDrops: 0 };
    const none = { ...packets, randomLosses: 0 };
    const lost = { down: { ...packets, randomLosses: 8 }, up: none };
    const phases = own.cell.phases.map((phase) =>
      phase.phase === 'same'
        ? { ...phase, link: lost }
        : { ...phase, link: { down: none, up: none } },
    );
    expect(cautions('load-sharing-wait', { ...own, cell: { ...own.cell, phases } })).toMatchObject([
      {
        here: expect.stringMatching(
          /20.00 Mbit\/s, .* 8.00 Mbit\/s \(0.80 % of packets lost at random\)$/,
        ),
      },
    ]);
  });
});

describe('what only the demo has', () => {
  const measured = roundOf(steady, steady);
  const protocol = { ...measured.cell.protocol, server: {} };
  const own = { ...measured, cell: { ...measured.cell, protocol } };
  const witness = { id: 'one witness' };

  test('a count of requests by the page alone', () => {
    expect(cautions('load-alone-p50', own)).toMatchObject([witness]);
    const nothing = { ...own.cell, protocol: { ...protocol, client: {} } };
    expect(cautions('load-alone-p50', { ...own, cell: nothing })).toEqual([]);
  });

  test('a transfer that ends before the last answer, by more than a bin', () => {
    const late = (durationMs: number) => ({
      ...own,
      samples: own.samples.map((each) =>
        each.label === LABELS.probe('same', 'load') && each.index === 1
          ? { ...each, outcome: { ...OK, durationMs } }
          : each,
      ),
    });
    const cut = (metric: string, durationMs: number) =>
      cautions(metric, late(durationMs)).filter(({ id }) => id === 'cut off same');
    // It moves bytes until 2 s; the message was sent then.
    expect(cut('load-same-p50', 100)).toEqual([]);
    expect(cut('load-same-p50', 101)).toMatchObject([
      { here: 'the transfer of the phase same ended before 1 of 2 loads were answered' },
    ]);
    expect(cut('load-other-p50', 101)).toEqual([]);
  });
});

describe('a stationary phase', () => {
  const slowing: Loaded = { mbps: [9, 5] };
  const growing: Loaded = { mbps: [5, 9] };

  test.each(['load-same-p50', 'event-same-p95', 'load-rpm', 'load-in-100-ms', 'goodput-same'])(
    '%s has the cautions of the phase same alone',
    (id) => {
      expect(idsOf(id, slowing, growing)).toEqual(['drifting same']);
      expect(idsOf(id, { ...growing, stable: false }, growing)).toEqual([
        'unstable same',
        'drifting same',
      ]);
      expect(idsOf(id, steady, { ...growing, stable: false })).toEqual([]);
    },
  );

  test('a delay has those of both phases, inflation those of the phase same', () => {
    expect(idsOf('load-sharing-wait', slowing, { ...growing, stable: false })).toEqual([
      'drifting same',
      'unstable other',
      'drifting other',
    ]);
    expect(idsOf('load-inflation', slowing, growing)).toEqual(['drifting same']);
    expect(idsOf('load-alone-p50', slowing, growing)).toEqual([]);
  });

  test('says what it is not', () => {
    expect(cautions('load-same-p50', roundOf({ ...slowing, stable: false }, steady))).toMatchObject(
      [
        { here: 'the goodput of the phase same was not stable within 9.0 s' },
        {
          here: 'in the halves of the window of the phase same the goodput was 9.00 Mbit/s and 5.00 Mbit/s',
        },
      ],
    );
  });

  test.each<[first: number | null, second: number | null, here: string | null]>([
    [200, 300, null],
    [
      200,
      301,
      'in the halves of the window of the phase same the p50 of loads was 200 ms and 301 ms',
    ],
    [
      301,
      200,
      'in the halves of the window of the phase same the p50 of loads was 301 ms and 200 ms',
    ],
    // The clock's and the link's tolerance.
    [1, 2, null],
    [
      1,
      2.1,
      'in the halves of the window of the phase same the p50 of loads was 1.0 ms and 2.1 ms',
    ],
    [
      200,
      null,
      'in the halves of the window of the phase same the p50 of loads was 200 ms and ≥ 20000 ms',
    ],
    [null, null, null],
  ])('has p50 of loads within 1.5 × in both halves: %s and %s ms', (first, second, here) => {
    const waits = [
      { intendedAtMs: 1_100, ms: first },
      { intendedAtMs: 1_900, ms: second },
    ];
    const samples = waits.map(({ intendedAtMs, ms }, index) =>
      sample({
        label: LABELS.probe('same', 'load'),
        index,
        intendedAtMs,
        outcome:
          ms === null
            ? { status: 'failed', code: 'timeout', reason: 'no answer', afterMs: 20_000 }
            : { status: 'ok', durationMs: ms, bytes: 1, protocol: 'websocket' },
      }),
    );
    const of = round(samples, { phases: [phaseOf('same', steady)] });
    const found = cautions('load-same-p50', of);
    expect(found.map((each) => each.here)).toEqual(here === null ? [] : [here]);
  });

  test('runs before schema 6 do not tell, and still match or do not', () => {
    const known = roundOf({ ...slowing, stable: false }, { mbps: [20, 20] });
    const phases = known.cell.phases.map(({ phase, connections, bulk }) => ({
      phase,
      connections,
      bulk,
    }));
    const old = { ...known, cell: { ...known.cell, phases } };
    expect(cautions('load-same-p50', old)).toEqual([]);
    expect(cautions('load-sharing-wait', old).map(({ id }) => id)).toEqual(['no matched control']);
  });
});

describe('losses to be expected', () => {
  /** 1 % of 8 Mbit/s for 1 s are 6.9 packets. */
  const lossy = (other: Loaded, lossFraction = 0.01) => {
    const { cell, network, ...rest } = roundOf(steady, other);
    const { id, down, up } = network.profile;
    const profile = { id, down: { ...down, lossFraction }, up };
    return { ...rest, cell: { ...cell, scenario: 'download' }, network: { ...network, profile } };
  };
  const idsOver = (metricId: string, rounds: readonly ReturnType<typeof lossy>[]) => {
    const metric = besideBulkMetrics.find(({ id }) => id === metricId);
    return rounds.slice(0, 1).flatMap((round) => metric?.cautions?.(round, rounds) ?? []);
  };
  const times = (count: number, round: ReturnType<typeof lossy>) =>
    Array.from({ length: count }, () => round);

  test('are 80 over the rounds of a figure, for each of its phases', () => {
    const alone = { mbps: [0, 0] } as const;
    expect(idsOver('load-same-p50', times(12, lossy(alone)))).toEqual([]);
    expect(idsOver('load-same-p50', times(11, lossy(alone)))).toMatchObject([
      {
        id: 'few losses same',
        here: 'the windows of the phase same hold 76.0 expected losses over all rounds',
      },
    ]);
    expect(idsOver('load-sharing-wait', times(12, lossy(alone))).map(({ id }) => id)).toEqual([
      'few losses other',
      'no matched control',
    ]);
    expect(idsOver('load-alone-p50', times(1, lossy(alone)))).toEqual([]);
  });

  test('are none of a link without losses, and not asked of too few rounds for an interval', () => {
    expect(idsOver('load-same-p50', [lossy(steady, 0)])).toEqual([]);
    expect(cautions('load-same-p50', lossy(steady))).toEqual([]);
    expect(idsOver('load-same-p50', times(5, lossy(steady)))).toEqual([]);
  });
});
