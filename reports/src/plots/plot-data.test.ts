import type { CellResources } from '@holbench/results/resources';
import { describe, expect, test } from 'vitest';
import { dataOf, holbCell, networkLike } from '../../fixtures/plot-data.ts';
import { CENSORED } from '../model/latencies.ts';
import { ecdf, ecdfData } from './ecdf-data.ts';
import { holbData } from './holb-data.ts';
import { baseOf, differsFromOne, ratioMaps } from './ratio-map-data.ts';
import { cpuSecondsPerGb, serverPeakMib, usedData } from './resources-data.ts';
import { timeCourse } from './time-data.ts';

const LOADS = { scenario: '4f', what: 'load' } as const;
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

describe('the plot of the first screen', () => {
  test('has median, interval over rounds, p95 and what was not answered', () => {
    const rounds = [
      holbCell({ round: 0, seed: 1 }, { idle: upTo(20), self: [...upTo(18), null, null] }),
      holbCell({ round: 1, seed: 2 }, { idle: upTo(20), self: [...upTo(18), null, null] }),
    ];
    const [only, ...others] = holbData(dataOf(rounds), 'ideal', LOADS);
    expect(others).toEqual([]);
    expect(only?.variant.id).toBe('node-ws');
    const same = { low: 10, high: 10 };
    expect(only?.phases).toEqual([
      { phase: 'idle', medianMs: 10, interval: same, p95Ms: 19, sent: 40, unanswered: 0 },
      { phase: 'self', medianMs: 10, interval: same, p95Ms: CENSORED, sent: 40, unanswered: 4 },
    ]);
  });

  test('has no median where most were not answered, and no p95 of a few', () => {
    const data = dataOf([holbCell({}, { self: [5, null, null] })]);
    expect(holbData(data, 'ideal', LOADS)[0]?.phases).toEqual([
      { phase: 'self', medianMs: null, interval: null, p95Ms: null, sent: 3, unanswered: 2 },
    ]);
  });

  test('says why a variant has nothing, and leaves out what was not run', () => {
    const invalid = holbCell({ valid: false, reasons: ['h2'] }, { self: [5] });
    expect(holbData(dataOf([invalid]), 'ideal', LOADS)).toMatchObject([
      { phases: [], missing: 'invalid' },
    ]);
  });
});

describe('a distribution', () => {
  test('ends below 1 where some were not answered', () => {
    expect(ecdf([30, 10, CENSORED, 10])).toEqual({
      points: [
        { ms: 10, share: 0.5 },
        { ms: 30, share: 0.75 },
      ],
      sent: 4,
      unanswered: 1,
    });
    expect(ecdf([])).toBeNull();
  });

  test('of many keeps its ends and one point per step', () => {
    const points = ecdf(upTo(1_000), 10)?.points ?? [];
    expect(points.map(({ ms }) => ms)).toEqual([
      1, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000,
    ]);
    expect(points.at(-1)).toEqual({ ms: 1_000, share: 1 });
  });

  test('is of all rounds together', () => {
    const rounds = [holbCell({ round: 0 }, { self: [1] }), holbCell({ round: 1 }, { self: [2] })];
    expect(ecdfData(dataOf(rounds), 'ideal', LOADS)[0]?.curves).toMatchObject([
      { phase: 'self', sent: 2, points: [{ share: 0.5 }, { ms: 2, share: 1 }] },
    ]);
  });
});

test('the course of a cell begins with its bulk transfer', () => {
  const bulk = { streams: 1, beganAtMs: 1_500, binMs: 100, binBytes: [12_500, 0] };
  const phases = [{ phase: 'self' as const, connections: null, bulk }];
  const course = timeCourse(holbCell({ phases }, { self: [7, null], idle: [1] }));
  expect(course).toMatchObject({
    probes: [
      { atSeconds: 0.5, what: 'load', latencyMs: 7 },
      { atSeconds: 0.6, what: 'load', latencyMs: null },
    ],
    bins: [
      { fromSeconds: 0, toSeconds: 0.1, mbps: 1, meanMbps: 0.5 },
      { fromSeconds: 0.1, toSeconds: 0.2, mbps: 0, meanMbps: 0.5 },
    ],
  });
  expect(timeCourse(holbCell({ phases }, { idle: [1] }))).toBeNull();
});

test('the mean of a second is that of ten bins of 100 ms, around the time at which it stands', () => {
  const binBytes = Array.from({ length: 30 }, (_, index) => (index < 15 ? 0 : 12_500));
  const bulk = { streams: 1, beganAtMs: 1_000, binMs: 100, binBytes };
  const phases = [{ phase: 'self' as const, connections: null, bulk }];
  const course = timeCourse(holbCell({ phases }, { self: [7] }));
  const means = course?.bins.map(({ meanMbps }) => meanMbps) ?? [];
  // The step is at 1.5 s: from bins 5…14 to 15…24, one tenth with each.
  expect([10, 11, 15, 19, 20].map((index) => means[index])).toEqual([
    0,
    expect.closeTo(0.1),
    0.5,
    expect.closeTo(0.9),
    1,
  ]);
});

describe('HTTP/3 ÷ HTTP/2', () => {
  const networks = [networkLike('4g', 50, 0), networkLike('4g+delay=5ms+loss=2%', 5, 0.02)];
  const pair = (network: string, seed: number, [h3, h2]: readonly [number, number]) => [
    holbCell({ network, variant: 'caddy-http3', seed, round: seed }, { self: [h3] }),
    holbCell({ network, variant: 'node-http2', seed, round: seed }, { self: [h2] }),
  ];

  test('is paired by seed, over networks that differ in delay and loss alone', () => {
    const cells = [
      ...pair('4g', 1, [20, 10]),
      ...pair('4g', 2, [10, 20]),
      ...pair('4g', 3, [10, 10]),
      ...pair('4g+delay=5ms+loss=2%', 1, [10, 40]),
      ...pair('4g+delay=5ms+loss=2%', 2, [10, 20]),
      ...pair('4g+delay=5ms+loss=2%', 3, [10, 40]),
      ...pair('4g+delay=5ms+loss=2%', 4, [10, 20]),
    ];
    const maps = ratioMaps(dataOf(cells, networks), { scenario: '4f', compared: 'latency' });
    expect(maps).toMatchObject([
      {
        base: '4g',
        over: { variant: { id: 'caddy-http3' } },
        under: { variant: { id: 'node-http2' } },
      },
    ]);
    const [slow, quick] = maps[0]?.cells ?? [];
    expect(slow).toMatchObject({ rttMs: 100, loss: 0, ratio: 1, rounds: 3 });
    expect(quick).toMatchObject({
      rttMs: 10,
      loss: 0.02,
      ratio: 0.375,
      interval: { low: 0.25, high: 0.5 },
    });
    expect([slow, quick].map((each) => each && differsFromOne(each))).toEqual([false, true]);
  });

  test('of one network is no map; fewer than four rounds show no difference', () => {
    const of = { scenario: '4f', compared: 'latency' } as const;
    expect(ratioMaps(dataOf(pair('4g', 1, [1, 2]), networks), of)).toEqual([]);
    const differs = (ratio: number, ends: readonly [number, number], rounds = 4) =>
      differsFromOne({ ratio, interval: { low: ends[0], high: ends[1] }, rounds });
    expect(differsFromOne({ ratio: 2, interval: null, rounds: 1 })).toBe(false);
    expect(differs(1.5, [1, 2])).toBe(false);
    expect(differs(2.5, [2, 3], 3)).toBe(false);
    expect(differs(2.5, [2, 3])).toBe(true);
    // Printed as 1.00.
    expect(differs(0.8, [0.5, 0.996])).toBe(false);
  });

  test('a ratio that links may make by being off shows no difference', () => {
    const differs = (ratio: number) =>
      differsFromOne({ ratio, interval: { low: ratio, high: ratio }, rounds: 5 });
    expect([0.94, 0.96, 1.04, 1.06].map(differs)).toEqual([true, false, false, true]);
  });

  test('a network without a pair is there and empty', () => {
    const [, lossy = ''] = networks.map(({ profile }) => profile.id);
    const cells = [...pair('4g', 1, [1, 2]), ...pair(lossy, 1, [1, 2]).slice(0, 1)];
    const [map] = ratioMaps(dataOf(cells, networks), { scenario: '4f', compared: 'latency' });
    expect(map?.cells.map(({ network }) => network)).toEqual(['4g']);
    expect(map?.empty).toEqual([{ network: lossy, rttMs: 10, loss: 0.02 }]);
  });

  test('pairs an arm with the other side’s nearest', () => {
    const of = { network: '4g', variant: 'node-http2' };
    const cells = networks.flatMap(({ profile: { id } }) => [
      ...pair(id, 1, [10, 20]),
      holbCell({ ...of, network: id, seed: 1, arm: 'http2-write=16k' }, { self: [5] }),
    ]);
    const maps = ratioMaps(dataOf(cells, networks), { scenario: '4f', compared: 'latency' });
    expect(
      maps.map(({ over, under, cells: [cell] }) => [over.arm, under.arm, cell?.ratio]),
    ).toEqual([
      ['', '', 0.5],
      ['', 'http2-write=16k', 2],
    ]);
  });

  test('groups networks by what else was changed', () => {
    expect(baseOf('4g+delay=5ms+loss=2%+queue=codel')).toBe('4g+queue=codel');
  });
});

describe('resources', () => {
  const traffic = (receivedBytes: number) => ({
    sentPackets: 1,
    sentBytes: receivedBytes,
    receivedPackets: 1,
    receivedBytes,
  });
  const resources: CellResources = {
    seconds: 10,
    processes: [
      { group: 'server', cpuSeconds: 1, peakRssBytes: 100 * 1024 ** 2 },
      { group: 'proxy', cpuSeconds: 2, peakRssBytes: 50 * 1024 ** 2 },
      { group: 'browser', cpuSeconds: 9, peakRssBytes: 1 },
    ],
    machine: null,
    eventLoop: null,
    wire: { down: traffic(1.4e9), up: traffic(0.1e9) },
    tcp: null,
    udp: null,
    recorderCpuSeconds: 0,
    timeline: null,
  };

  test('are of server and proxy, per GB of both directions', () => {
    expect(cpuSecondsPerGb(resources)).toBe(2);
    expect(cpuSecondsPerGb({ ...resources, wire: null })).toBeNull();
    expect(serverPeakMib(resources)).toBe(100);
    expect(serverPeakMib({ ...resources, processes: [] })).toBeNull();
  });

  test('of cells that have none are nothing', () => {
    const cells = [holbCell({ resources }, {}), holbCell({ variant: 'uws-ws' }, {})];
    const [only, ...others] = usedData(dataOf(cells), 'ideal', cpuSecondsPerGb);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      variant: { id: 'node-ws' },
      used: [{ scenario: '4f', value: 2, interval: null, rounds: [2] }],
    });
  });
});
