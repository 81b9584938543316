import type { ProbePhase, Sample } from '@holbench/results/sample';
import type { MessagePath, Passage } from '@holbench/results/message-path';
import { describe, expect, test } from 'vitest';
import { round, valueOf } from '../../../fixtures/rounds.ts';
import { connection, sample } from '../../../../results/fixtures/run-lines.ts';
import { LABELS } from '../../labels.ts';
import type { Round } from '../../metric.ts';
import { WAIT_METRICS } from './wait-metrics.ts';

/** Over a link that delays by 50 ms, without a rate: 10 ms in a queue. */
const PASSAGE: Passage = {
  accepted: { fromMs: 60, toMs: 80 },
  sentMs: 100,
  resentMs: 100,
  arrivedMs: 160,
  inOrderMs: 160,
  inConnectionOrderMs: 163,
  packetBytes: 1_500,
};
const WAY: MessagePath = { request: PASSAGE, handledMs: 50, answer: PASSAGE, inTheWay: null };

/** A load of that wait; the receiver has what is beyond 160 ms. */
function load(
  durationMs: number | null,
  way: MessagePath | null = WAY,
  phase: ProbePhase = 'same',
) {
  const outcome: Sample['outcome'] =
    durationMs === null
      ? { status: 'failed', code: 'timeout', reason: '', afterMs: 20_000 }
      : { status: 'ok', durationMs, bytes: 5_000, protocol: 'h2' };
  const of = { connection: phase === 'other' ? 1 : 0, intendedAtMs: 2_000 };
  return sample({
    ...of,
    label: LABELS.probe(phase, 'load'),
    outcome,
    ...(way === null ? {} : { way }),
  });
}

function roundOf(samples: readonly Sample[], scenario = 'download'): Round {
  const made = round(samples, { scenario });
  const { profile } = made.network;
  const side = { ...profile.down, delayMs: 50 };
  const network = { ...made.network, profile: { ...profile, down: side, up: side } };
  return { ...made, network, connection: connection() };
}

const wait = (id: string, samples: readonly Sample[], series = '') =>
  valueOf(WAIT_METRICS, id, roundOf(samples), series);

describe('the loads of a connection', () => {
  test('have the mean of a part', () => {
    const loads = [200, 300, 400].map((ms) => load(ms));
    expect(wait('wait-during', loads, 'receiver')).toEqual({ value: 300 - 160, n: 3 });
  });

  test('have no parts where one was given up', () => {
    const loads = [load(null), load(300), load(200)];
    expect(wait('wait-during', loads, 'receiver')).toEqual({
      value: null,
      n: 3,
      failed: 1,
      lacks: 'messages were given up',
    });
  });

  test.each([
    { lost: 1, value: { value: 40, n: 9 } },
    { lost: 2, value: { value: null, n: 10, lacks: 'path not known' } },
  ])('may lack one of ten ways: $lost', ({ lost, value }) => {
    const loads = Array.from({ length: 10 }, (_, index) =>
      index < lost ? load(200, { ...WAY, answer: null }) : load(200),
    );
    expect(wait('wait-during', loads, 'receiver')).toEqual(value);
  });

  test('count neither warm-up nor messages before or elsewhere', () => {
    const others = [
      { ...load(900), warmup: true },
      load(900, WAY, 'alone'),
      load(900, WAY, 'other'),
    ];
    expect(wait('wait-during', [load(200), ...others], 'receiver')).toEqual({ value: 40, n: 1 });
    expect(wait('wait-alone', others, 'receiver')).toEqual({ value: 740, n: 1 });
  });
});

describe('parts', () => {
  const all = (id: string, samples: readonly Sample[], scenario = 'download') => {
    const metric = WAIT_METRICS.find((each) => each.id === id);
    const of = roundOf(samples, scenario);
    const place = { workload: of.workload, scenario, kind: 'text' } as const;
    const series = metric?.series?.(place) ?? [];
    return Object.fromEntries(series.map((each) => [each, valueOf(WAIT_METRICS, id, of, each)]));
  };
  const of = (value: number) => ({ value, n: 1 });

  test('beside a download are those of the answer, in the order of its path', () => {
    expect(Object.entries(all('wait-during', [load(200)]))).toEqual([
      ['request', of(50)],
      ['application', of(20)],
      ['send-buffer', of(30)],
      ['sender', null],
      ['path', of(50)],
      ['queue', of(10)],
      ['retransmission', of(0)],
      ['receiver', of(40)],
    ]);
  });

  test('beside an upload are those of the request', () => {
    expect(all('wait-during', [load(200, { ...WAY, handledMs: 170 })], 'upload')).toEqual({
      application: of(70),
      'send-buffer': of(30),
      sender: null,
      path: of(50),
      queue: of(10),
      retransmission: of(0),
      receiver: of(10),
      answer: of(30),
    });
  });

  test('one that a load does not have is 0 in it', () => {
    const untold = { ...WAY, answer: { ...PASSAGE, accepted: null } };
    expect(all('wait-during', [load(200), load(200, untold)])).toMatchObject({
      application: { value: 10, n: 2 },
      'send-buffer': { value: 15, n: 2 },
      sender: { value: 25, n: 2 },
    });
  });

  test('are not those of a cell that did not record them, or of which no path is known', () => {
    expect(all('wait-during', [load(200, null)])).toMatchObject({ sender: null, path: null });
    const unknown = { value: null, n: 1, lacks: 'path not known' };
    expect(all('wait-during', [load(200, { ...WAY, handledMs: null })])).toMatchObject({
      sender: unknown,
      path: unknown,
    });
  });

  test('are of shaped networks', () => {
    const { profile } = round([]).network;
    for (const { appliesTo } of WAIT_METRICS) {
      expect(appliesTo?.(profile)).toBe(false);
      expect(appliesTo?.(roundOf([]).network.profile)).toBe(true);
    }
  });
});

test('what streams spared is the wait for the rest of the connection', () => {
  expect(wait('wait-same-spared', [load(200)])).toEqual({ value: 3, n: 1 });
  expect(wait('wait-same-spared', [load(200, null)])).toBeNull();
});

describe('what was in the way', () => {
  const between = (queuedBytes: number | null, aheadBytes: number) =>
    load(200, { ...WAY, inTheWay: { queuedBytes, unsentBytes: queuedBytes, aheadBytes } });

  test('is the median over the loads, in kB', () => {
    const loads = [between(4_000, 1_500), between(1_000, 500), load(200)];
    const of = (value: number) => ({ value, n: 2, failed: 0, survivors: false });
    expect(wait('wait-same-queued', loads)).toEqual(of(2.5));
    expect(wait('wait-same-unsent', loads)).toEqual(of(2.5));
    expect(wait('wait-same-ahead', loads)).toEqual(of(1));
  });

  test('is not told by a kernel without a socket of it', () => {
    expect(wait('wait-same-queued', [between(null, 500)])).toBeNull();
    expect(wait('wait-same-ahead', [between(null, 500)])).toMatchObject({ value: 0.5 });
  });

  test('is of the answered loads alone', () => {
    expect(wait('wait-same-ahead', [between(null, 500), load(null)])).toMatchObject({
      value: 0.5,
      failed: 1,
      survivors: true,
    });
  });
});
