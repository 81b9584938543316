import { DEFAULT_FACTORS } from '@holbench/factors/values';
import type { OperationWindow } from '@holbench/results/operation-window';
import { expect, test } from 'vitest';
import { cell, manifest } from '../../../results/fixtures/run-lines.ts';
import type { Round } from '../metric.ts';
import { scenarioOf } from '../registry.ts';
import { metrics } from './metrics.ts';

const MIB = 1024 ** 2;

function windowOf(changes: Partial<OperationWindow> = {}): OperationWindow {
  const used = { rssBytes: 100 * MIB, peakRssBytes: 120 * MIB };
  return {
    label: 'load',
    clients: 64,
    driver: 'raw-clients',
    seconds: 2,
    operations: 1_000,
    failed: 0,
    failure: '',
    bytes: 0,
    durations: [
      [100, 990],
      [900, 10],
    ],
    processes: [
      { group: 'server', cpuSeconds: 0.9, ...used },
      { group: 'proxy', cpuSeconds: 0.6, ...used },
      { group: 'raw-clients', cpuSeconds: 1.7, ...used },
    ],
    ...changes,
  };
}

function roundOf(windows: readonly OperationWindow[], kind: 'text' | 'binary' = 'text'): Round {
  const { networks, blocks } = manifest();
  const [network] = networks;
  const [block] = blocks;
  if (!network || !block) throw new Error('no network');
  const own = cell({ scenario: 'throughput', kind, windows: [...windows] });
  return { cell: own, samples: [], network, workload: block.workload };
}

function valueOf(id: string, round: Round, series = '') {
  const metric = metrics.find((each) => each.id === id);
  if (metric?.estimate.of !== 'rounds') throw new Error(`no ${id}`);
  const found = metric.estimate.value(round, series, [round]);
  return found === null || found === 'failed' ? found : found.value;
}

test('a window has a rate, latencies, a cost and shares of one core', () => {
  const round = roundOf([windowOf()]);
  expect(valueOf('rate-64', round, 'load')).toBe(500);
  expect(valueOf('p50-64', round, 'load')).toBeCloseTo(1, 12);
  expect(valueOf('p99-64', round, 'load')).toBeCloseTo(1, 12);
  // Server and proxy: 1.5 s of CPU for 1,000 operations.
  expect(valueOf('cpu-64', round, 'load')).toBe(1_500);
  expect(valueOf('server-share-64', round, 'load')).toBe(75);
  expect(valueOf('client-share-64', round, 'load')).toBe(85);
  expect(valueOf('rate-10', round, 'load')).toBeNull();
  expect(valueOf('rate-64', round, 'list')).toBeNull();
});

test('without /proc there is a rate and no cost', () => {
  const round = roundOf([windowOf({ processes: [] })]);
  expect(valueOf('rate-64', round, 'load')).toBe(500);
  expect(valueOf('cpu-64', round, 'load')).toBeNull();
});

test('a window ranks no server while its client used 90 % of a core', () => {
  const rate = metrics.find(({ id }) => id === 'rate-64');
  const ranks = (cpuSeconds: number) => {
    const used = { group: 'raw-clients', cpuSeconds, rssBytes: 0, peakRssBytes: 0 } as const;
    return rate?.ranks?.(roundOf([windowOf({ processes: [used] })]), 'load');
  };
  expect(ranks(1.79)).toBe(true);
  expect(ranks(1.8)).toBe(false);
  expect(rate?.ranks?.(roundOf([]), 'load')).toBe(true);
});

test('what a page drives is not ranked, whatever it uses', () => {
  const byPage = windowOf({ driver: 'browser', processes: [] });
  const ranks = (id: string, windows: OperationWindow[]) =>
    metrics.find((each) => each.id === id)?.ranks?.(roundOf(windows), 'load');
  for (const id of ['rate-64', 'idle-rss', 'peak-rss', 'file-peak-rss-64']) {
    expect(ranks(id, [byPage])).toBe(false);
    expect(ranks(id, [windowOf()])).toBe(true);
  }
  // Without /proc it is not known whether the client was at its limit.
  expect(ranks('rate-64', [windowOf({ processes: [] })])).toBe(false);
});

test('programs that check are medians of three turns, and their ratio', () => {
  const turn = (driver: OperationWindow['driver'], operations: number) =>
    windowOf({ label: 'check', driver, operations });
  const round = roundOf([
    ...[800, 1_200, 1_000].map((operations) => turn('raw-clients', operations)),
    ...[1_000, 9_000, 2_000].map((operations) => turn('wrk', operations)),
  ]);
  expect(valueOf('check-raw-clients', round)).toBe(500);
  expect(valueOf('check-wrk', round)).toBe(1_000);
  expect(valueOf('check-ratio-wrk', round)).toBe(0.5);
  expect(valueOf('check-ratio-h2load', round)).toBeNull();
});

test('memory is of server and proxy: at rest, at the peak, and per further reader', () => {
  const peakOf = (mib: number): OperationWindow['processes'] => [
    { group: 'server', cpuSeconds: 0, rssBytes: 50 * MIB, peakRssBytes: mib * MIB },
    { group: 'raw-clients', cpuSeconds: 0, rssBytes: 1, peakRssBytes: 1 },
  ];
  const idle = windowOf({ label: 'idle', clients: 0, operations: 0, processes: peakOf(50) });
  const file = (clients: number, mib: number) =>
    windowOf({ label: 'file', clients, processes: peakOf(mib) });
  const text = roundOf([idle, windowOf({ label: 'deliver', processes: peakOf(90) })]);
  expect(valueOf('idle-rss', text)).toBe(50);
  expect(valueOf('peak-rss', text)).toBe(90);
  const binary = roundOf([idle, file(1, 60), file(64, 186)], 'binary');
  expect(valueOf('file-idle-rss', binary)).toBe(50);
  expect(valueOf('file-peak-rss-64', binary)).toBe(186);
  expect(valueOf('rss-per-reader', binary)).toBe(2);
});

test('a cell counts where nothing failed and the server counted every request', () => {
  const problems = (windows: OperationWindow[], served: number, transport: 'http' | 'websocket') =>
    scenarioOf('throughput').problems?.({
      samples: [],
      windows,
      variant: { transport },
      served,
      factors: DEFAULT_FACTORS,
    });
  expect(problems([windowOf()], 1_000, 'http')).toEqual([]);
  expect(problems([windowOf()], 999, 'http')).toEqual([
    'the clients count 1000 operations, the server 999 requests',
  ]);
  expect(problems([windowOf()], 1, 'websocket')).toEqual([]);
  const broken = windowOf({ operations: 8, failed: 2, failure: 'connection lost' });
  expect(problems([broken], 8, 'http')).toEqual([
    'load by 64 at once: 2 of 10 failed: connection lost',
  ]);
});
