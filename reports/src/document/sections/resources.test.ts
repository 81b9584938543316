import type { CellResources, Limiter } from '@holbench/results/resources';
import { expect, test } from 'vitest';
import { cell, manifest } from '../../../../packages/results/fixtures/run-lines.ts';
import { RUN, reportOf, tableIn } from '../../../fixtures/evidence-report.ts';
import { plainText } from '../block.ts';
import { mergeRuns } from '../../runs/merge-runs.ts';
import type { ReportData } from '../../runs/report-data.ts';
import { resourcesSection, resourceTable } from './resources.ts';

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

function rowsOf(of: ReportData) {
  const table = resourceTable(reportOf(of), 'ideal');
  return (table?.rows ?? []).map(({ cells }) =>
    Object.fromEntries(cells.map(({ text }, index) => [table?.header[index], plainText(text)])),
  );
}

test('what a variant used is the median over its rounds', () => {
  expect(rowsOf(data(round(0, 'link', 1), round(1, 'link', 3), round(2, 'none', 2)))).toEqual([
    {
      'Scenario, Server': '1a text, A1 node-ws',
      'server CPU (s)': '2.00',
      'proxy CPU (s)': '–',
      'client CPU (s)': '4.50',
      'emulator CPU (s)': '–',
      'CPU per GB (s/GB)': '159.4',
      'machine busy (%)': '75.0',
      'server RSS (MiB)': '80.0',
      'proxy RSS (MiB)': '–',
      'client RSS (MiB)': '1,000',
      'event loop busy (%)': '40.0',
      'event loop delay p99 (ms)': '12.0',
      'down (MB)': '12.5',
      'up (MB)': '0.05',
      'TCP retransmits by server': '25',
      'TCP retransmits by client': '1',
      'UDP buffer errors': '7',
      'limiting party': 'link 2, none 1',
    },
  ]);
  expect(rowsOf(data(round(0, 'server', 1)))[0]).toMatchObject({ 'limiting party': 'server' });
});

test('no interval is printed, and what the last column says stands nowhere else', () => {
  const table = resourceTable(
    reportOf(data(round(0, 'client', 1), round(1, 'client', 3))),
    'ideal',
  );
  const cells = table?.rows.flatMap((row) => row.cells) ?? [];
  expect(cells.at(-1)?.text).toEqual([{ text: 'client', cell: 'ideal/node-ws/1a-text/0' }]);
  // The row says it once.
  expect(cells.flatMap(({ lines = [] }) => lines)).toEqual([['client-limited']]);
});

test('what could not be recorded is not there', () => {
  const { cell: known } = round(0, 'none', 1);
  const loopback = { ...RESOURCES, wire: null, tcp: null, udp: null, eventLoop: null };
  const without = (resources: CellResources | null) =>
    rowsOf(data({ cell: { ...known, resources }, samples: [] }));
  expect(without(loopback)[0]).toMatchObject({
    'down (MB)': '–',
    'UDP buffer errors': '–',
    'event loop busy (%)': '–',
  });
  expect(without(null)).toEqual([]);
});

test('the section has a table of each network', () => {
  const section = resourcesSection(reportOf(mergeRuns([RUN])));
  expect(tableIn(section, 'table-resources-reference-4g').rows.length).toBeGreaterThan(1);
  expect(tableIn(section, 'table-resources-reference-4g+loss=2_pct').rows.length).toBeGreaterThan(
    1,
  );
  const unrecorded = RUN.cells.map(({ cell: known, samples }) => ({
    cell: { ...known, resources: null },
    samples,
  }));
  expect(resourcesSection(reportOf(mergeRuns([{ ...RUN, cells: unrecorded }])))).toBeNull();
});
