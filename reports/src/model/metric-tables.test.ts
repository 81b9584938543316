import { join } from 'node:path';
import { readRun, type Run } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { holbCell, dataOf, networkOf, ROUNDS } from '../../fixtures/claim-data.ts';
import { tableCsv } from '../render/csv.ts';
import { markdown } from '../render/markdown.ts';
import { page } from '../render/page.ts';
import { mergeRuns } from './merge-runs.ts';
import { metricTable } from './metric-tables.ts';
import { buildReport } from './report.ts';
import { reportTables } from './report-tables.ts';

const RUN = await readRun(join(import.meta.dirname, '../../fixtures/run'));

test('a scenario’s metrics alone give the figures of its table made by hand', () => {
  const data = mergeRuns([RUN]);
  for (const [kind, key] of [
    ['text', 'table-1'],
    ['binary', 'table-3'],
  ] as const) {
    const made = reportTables(data, '4g').find((table) => table.key === key);
    const table = metricTable(data, '4g', { scenario: '1a', kind, id: 'forced' });
    const column = table.columns.indexOf('Makespan of a batch, batch-10 (ms)');
    const alone = table.rows.map(({ header, figures }) => ({ header, figure: figures[column] }));
    const byHand = made?.columns.map((header, index) => ({
      header,
      figure: made.rows.find((row) => row.header === '10')?.figures[index],
    }));
    const numbers = (all: typeof alone | undefined) =>
      all?.flatMap(({ header, figure }) =>
        figure?.state === 'ok'
          ? [[header, figure.value, figure.interval, figure.rounds, figure.ratio]]
          : [],
      );
    expect(numbers(alone)?.length).toBeGreaterThan(2);
    expect(numbers(alone)).toEqual(numbers(byHand));
  }
});

/** Beside a bulk transfer there are no binary messages, so no table is made for them by hand. */
const RAN = ROUNDS.map((factor, round) => {
  const { cell, samples } = holbCell(
    { variant: 'node-ws', network: '4g', round, scenario: '4f', kind: 'binary' },
    { idle: { ms: 100 * factor }, foreign: { ms: 200 }, self: { ms: 300 * factor, mbps: 8 } },
  );
  return { cell, samples };
});

test('a scenario and kind without a table of its own has one of its metrics in the report', () => {
  const data = dataOf([networkOf('4g', {})], RAN);
  const table = reportTables(data, '4g').find(({ key }) => key === 'table-4f-binary');
  expect(table?.from).toEqual({ scenario: '4f', kind: 'binary' });
  expect(table?.title).toBe('Scenario 4f Binary - Small messages beside a big download');
  const row = table?.rows.find(({ header }) => header === 'A1 node-ws');
  const at = (column: string) => row?.figures[table?.columns.indexOf(column) ?? -1];
  expect(at('Latency, alone, load (ms)')).toMatchObject({
    value: 100.5,
    interval: { low: 98, high: 102 },
    rounds: 4,
    remark: 'n=12',
    cell: '4g/node-ws/4f-binary/0',
  });
  expect(at('Inflation, load (×)')?.value).toBeCloseTo(3);
  expect(at('Goodput of the bulk transfer, self (Mbit/s)')?.value).toBeCloseTo(8);
  expect(at('rounds')?.value).toBe(4);
  expect(table?.notes).toContain(
    'Inflation: median latency on the transfer’s connection / median latency alone; lower is better.',
  );
});

test('a message without an answer makes a figure a lower bound', () => {
  const lost = RAN.map(({ cell, samples }) => ({
    cell,
    samples: samples.map((sample) => ({
      ...sample,
      outcome:
        sample.label === 'probe-self-load'
          ? ({ status: 'failed', code: 'timeout', reason: 'made up', afterMs: 20_000 } as const)
          : sample.outcome,
    })),
  }));
  const data = dataOf([networkOf('4g', {})], lost);
  const place = { scenario: '4f', kind: 'binary', id: 'bound' } as const;
  const { columns, rows } = metricTable(data, '4g', place);
  const figures = rows.find(({ header }) => header === 'A1 node-ws')?.figures;
  const column = columns.indexOf('Latency, on the transfer’s connection, load (ms)');
  expect(figures?.[column]?.text).toBe('≥ 20,000');
});

/** The made-up run as one of a lab that has a scenario of which this one knows nothing. */
function ofNewerLab({ manifest, cells, ...rest }: Run): Run {
  const renamed = (scenario: string) => (scenario === '5h' ? '9z' : scenario);
  const { config } = manifest;
  return {
    ...rest,
    manifest: {
      ...manifest,
      config: { ...config, scenarios: config.scenarios.map(renamed) },
    },
    cells: cells.map(({ cell, samples }) => ({
      cell: {
        ...cell,
        scenario: renamed(cell.scenario),
        cell: cell.cell.replace('/5h-', '/9z-'),
      },
      samples,
    })),
  };
}

test('the cells of a scenario of a newer lab are listed without figures', () => {
  const report = buildReport(mergeRuns([ofNewerLab(RUN)]));
  const [network] = report.networks;
  const table = network?.tables.find(({ id }) => id.startsWith('table-9z-text'));
  if (!table) throw new Error('no table of 9z');
  expect(table.columns).toEqual(['rounds']);
  expect(table.notes[0]).toMatch(/^This holbench does not know the scenario 9z:/);
  expect(tableCsv(table)).toContain('A1 node-ws,rounds,ok,2,');
  expect(markdown(report)).toContain('Scenario 9z Text - not known to this holbench');
  expect(page(report)).toContain(`<h3 id="${table.id}">`);
});
