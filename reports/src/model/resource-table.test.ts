import type { CellResources, Limiter } from '@holbench/results/resources';
import { expect, test } from 'vitest';
import { cell, manifest } from '../../../packages/results/fixtures/run-lines.ts';
import { plainFigure } from './figure.ts';
import { markUnranked } from './mark-unranked.ts';
import type { ReportData } from './report-data.ts';
import { resourceTable } from './resource-table.ts';

const RESOURCES: CellResources = {
  seconds: 10,
  processes: [
    { group: 'server', cpuSeconds: 1.5, peakRssBytes: 80 * 1024 ** 2 },
    { group: 'browser', cpuSeconds: 4, peakRssBytes: 900 * 1024 ** 2 },
    { group: 'artillery', cpuSeconds: 0.5, peakRssBytes: 100 * 1024 ** 2 },
  ],
  machine: { cores: 2, busyShare: 0.75 },
  eventLoop: { utilization: 0.4, delayP99Ms: 12, delayMaxMs: 30 },
  wire: {
    down: { sentPackets: 10, sentBytes: 13_000_000, receivedPackets: 9, receivedBytes: 12_500_000 },
    up: { sentPackets: 1, sentBytes: 60_000, receivedPackets: 1, receivedBytes: 50_000 },
  },
  tcp: { segmentsSent: { client: 5, server: 50 }, retransmits: { client: 1, server: 25 } },
  udp: {
    receiveBufferErrors: { client: 3, server: 0 },
    sendBufferErrors: { client: 0, server: 4 },
  },
  recorderCpuSeconds: 0.05,
  timeline: null,
};

function round(number: number, verdict: Limiter['verdict'], serverCpuSeconds: number) {
  const [server, ...others] = RESOURCES.processes;
  const processes = server ? [{ ...server, cpuSeconds: serverCpuSeconds }, ...others] : [];
  return {
    cell: cell({
      cell: `ideal/node-ws/1a-text/${number}`,
      round: number,
      resources: { ...RESOURCES, processes },
      limiter: { verdict, why: `${verdict}: 96 %` },
    }),
    samples: [],
  };
}

const data = (...cells: ReportData['cells']): ReportData => ({
  runs: ['test'],
  manifest: manifest(),
  cells,
  warnings: [],
});

const textsOf = (...cells: ReportData['cells']) => {
  const { columns, rows } = resourceTable(data(...cells), 'ideal', 'resources');
  return rows.map(({ header, figures }) => ({
    header,
    ...Object.fromEntries(figures.map(({ text }, index) => [columns[index], text])),
  }));
};

test('what a variant used is the median over its rounds', () => {
  expect(textsOf(round(0, 'link', 1), round(1, 'link', 3), round(2, 'none', 2))).toEqual([
    {
      header: '1a text, A1 node-ws',
      'server CPU (s)': '2.00',
      'proxy CPU (s)': '–',
      'client CPU (s)': '4.50',
      'emulator CPU (s)': '–',
      'machine busy (%)': '75.0',
      'server RSS (MiB)': '80.0',
      'proxy RSS (MiB)': '–',
      'client RSS (MiB)': '1,000',
      'event loop busy (%)': '40.0',
      'event loop delay p99 (ms)': '12.0',
      'down (MB)': '12.5',
      'up (MB)': '0.05',
      'TCP retransmits by server': '25.0',
      'TCP retransmits by client': '1.00',
      'UDP buffer errors': '7.00',
      limiter: 'link 2, none 1',
    },
  ]);
  expect(textsOf(round(0, 'server', 1))[0]).toMatchObject({ limiter: 'server' });
});

test('what could not be had is not there', () => {
  const { cell: known } = round(0, 'none', 1);
  const loopback = { ...RESOURCES, wire: null, tcp: null, udp: null, eventLoop: null };
  expect(textsOf({ cell: { ...known, resources: loopback }, samples: [] })[0]).toMatchObject({
    'down (MB)': '–',
    'UDP buffer errors': '–',
    'event loop busy (%)': '–',
  });
  expect(textsOf({ cell: { ...known, resources: null }, samples: [] })).toEqual([]);
});

test('a figure of which one round was limited by the client is marked, and stays', () => {
  const table = {
    ...resourceTable(data(), 'ideal', 'any'),
    rows: [
      {
        header: 'A1 node-ws',
        figures: [{ ...plainFigure(12, 'ideal/node-ws/1a-text/0'), remark: 'n=5' }],
      },
      { header: 'A2 node-http1', figures: [plainFigure(12, 'ideal/node-http1/1a-text/0')] },
    ],
  };
  const marked = markUnranked(table, data(round(0, 'link', 1), round(1, 'client', 1)));
  const figures = marked.rows.flatMap((row) => row.figures);
  expect(figures.map(({ value, remark }) => [value, remark])).toEqual([
    [12, 'n=5, client-limited'],
    [12, ''],
  ]);
  expect(marked.notes.at(-1)).toMatch(/^client-limited: in one round or more/);
  expect(markUnranked(table, data(round(0, 'link', 1)))).toBe(table);
});

test('the round that was limited by the client may be of another run', () => {
  const cells = (['link', 'client'] as const).map((verdict, index) => {
    const { cell: known } = round(0, verdict, 1);
    const run = `run-${index}`;
    return { cell: { ...known, run, cell: `${run}/${known.cell}` }, samples: [] };
  });
  const figures = [plainFigure(12, 'run-0/ideal/node-ws/1a-text/0')];
  const table = {
    ...resourceTable(data(), 'ideal', 'any'),
    rows: [{ header: 'A1 node-ws', figures }],
  };
  const [row] = markUnranked(table, data(...cells)).rows;
  expect(row?.figures[0]?.remark).toBe('client-limited');
});

test('cells of 6i with different numbers of subscribers are not mixed', () => {
  const cells = [10, 100].map((fanOut) => {
    const { cell: known } = round(0, 'none', fanOut);
    const id = `ideal/node-ws/6i-text-${fanOut}/0`;
    return { cell: { ...known, scenario: '6i', fanOut, cell: id }, samples: [] };
  });
  const { config, networks } = manifest();
  const changed = manifest({
    config: { ...config, scenarios: ['6i'] },
    networks: networks.map((network) => ({
      ...network,
      workload: { ...network.workload, fanOut: [10, 100] },
    })),
  });
  const { rows } = resourceTable({ ...data(...cells), manifest: changed }, 'ideal', 'resources');
  expect(rows.map(({ header, figures }) => [header, figures[0]?.value])).toEqual([
    ['6i text to 10, A1 node-ws', 10],
    ['6i text to 100, A1 node-ws', 100],
  ]);
});
