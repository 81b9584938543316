import { join } from 'node:path';
import type { FinishedCell } from '@holbench/results/run-reader';
import { readRun } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { dataOf, loopCell, ROUNDS, unlimited } from '../../../fixtures/claim-data.ts';
import { Relation } from '../../figures/relation.ts';
import { plotsOf } from '../../plots/plots-of.ts';
import { mergeRuns } from '../../runs/merge-runs.ts';
import type { ReportData } from '../../runs/report-data.ts';
import { type Block, plainText, type Section } from '../block.ts';
import { otherScenariosSection } from './other-scenarios.ts';
import { ratesSection } from './rates.ts';

const GENERATOR = { commit: null, dirty: false };
function reportOf(data: ReportData) {
  const source = { data, relation: Relation.of(data) };
  return { ...source, comparison: null, plots: plotsOf(source), generator: GENERATOR };
}

const of = (cells: readonly FinishedCell[]) =>
  ratesSection(reportOf(dataOf([unlimited('loopback')], cells)));

const inside = ({ blocks }: Section): Block[] =>
  blocks.flatMap((block) =>
    block.block === 'section' ? [block, ...inside(block.section)] : [block],
  );
const blocksOf = (section: Section | null) => (section === null ? [] : inside(section));
const finding = (section: Section | null) =>
  blocksOf(section).flatMap((block) =>
    block.block === 'list' ? block.items.map((item) => plainText(item)) : [],
  );
const tableOf = (section: Section | null, id: string) =>
  blocksOf(section).flatMap((block) =>
    block.block === 'table' && block.id === id ? [block] : [],
  )[0];

/** Rounds of a variant, with so many loads a second. */
const rounds = (
  variant: string,
  load: number,
  options: Parameters<typeof loopCell>[2] = {},
  factors: readonly number[] = ROUNDS,
) =>
  factors.map((factor, round) =>
    loopCell(
      { variant, network: 'loopback', round },
      { load: load * factor, mutate: 500, deliver: 200, create: 100 },
      options,
    ),
  );

test('six rounds rank the servers that the client did not limit, with the CPU of a load', () => {
  const section = of([
    ...rounds('node-http1', 5_000),
    ...rounds('node-ws', 10_000),
    ...rounds('uws-http1', 20_000, { clientCores: 0.95 }),
  ]);
  expect(finding(section)).toEqual([
    'loads per second by 64 clients: Fastest node-ws 10,050 1/s, next node-http1 5,025 1/s (× 0.50). The second ÷ the first is 0.50 to 0.50 ×. Not ranked, client-limited: uws-http1 20,100 1/s. CPU of server and proxy per load: node-ws 99.5 µs and node-http1 199.0 µs.',
  ]);
});

test('one round ranks nobody', () => {
  const section = of([
    ...rounds('node-http1', 5_000, {}, [1]),
    ...rounds('node-ws', 10_000, {}, [1]),
  ]);
  expect(finding(section)[0]).toContain(
    ': Highest 10,000 1/s (node-ws), lowest 5,000 1/s (node-http1): too few rounds to compare (1; 6 needed).',
  );
});

test('a client at its limit in one operation marks that alone', () => {
  const cells = ROUNDS.map((_, round) => {
    const made = loopCell({ variant: 'node-ws', network: 'loopback', round }, { load: 1, list: 1 });
    const windows = made.cell.windows.map((window) => ({
      ...window,
      seconds: window.label === 'load' ? 0.5 : 1,
    }));
    return { ...made, cell: { ...made.cell, windows } };
  });
  const [row] = tableOf(of(cells), 'table-throughput-text-rate-most')?.rows ?? [];
  const marks = row?.cells.map(({ lines = [] }) =>
    lines.some((line) => plainText(line) === 'client-limited'),
  );
  expect(marks).toEqual([false, false, true, false, false, false, false, false]);
});

test('each arm is compared with the run’s own factors, by the operations that it can slow down', () => {
  const slow = { arm: 'persistence=fsync' };
  const section = of([
    ...rounds('node-http1', 4_000),
    ...ROUNDS.map((_, round) => {
      const where = { variant: 'node-http1', network: 'loopback', round };
      return loopCell(
        where,
        { load: 4_000, mutate: 100 + 100 * round, deliver: 200, create: 50 },
        slow,
      );
    }),
  ]);
  const table = tableOf(section, 'table-throughput-text-cost-persistence');
  expect(table?.title).toBe('Cost of persistence, 64 clients');
  expect(table?.header.join()).toBe(
    'Server, factors,rate ÷ baseline,CPU ÷ baseline,p99 ÷ baseline,rounds',
  );
  // 100, 200, … 600 a second, of 500; a second of CPU in each window.
  expect(
    table?.rows.map(({ group, cells }) => [group, ...cells.map(({ text }) => plainText(text))]),
  ).toEqual([
    ['mutate', 'A2 node-http1, persistence=fsync', '0.70', '1.46', '1.00', '6'],
    ['deliver', 'A2 node-http1, persistence=fsync', '1.00', '1.00', '1.00', '6'],
    ['create', 'A2 node-http1, persistence=fsync', '0.50', '2.00', '–', '6'],
  ]);
});

test('it says what drove and checked the loops, and stands instead of the other scenarios', async () => {
  const run = await readRun(join(import.meta.dirname, '../../../fixtures/run'));
  const report = reportOf(mergeRuns([run]));
  const section = ratesSection(report);
  const [note] = section?.blocks ?? [];
  expect(note?.block === 'prose' && plainText(note.text)).toBe(
    'Closed loop: each client waits for its answer before it asks again, so these latencies are not those of download and upload. A page drives HTTP/3 over one connection and adds milliseconds of its own, so HTTP/3 is not ranked. wrk and h2load repeated loads over HTTP. The report names every server for which the lab’s clients reach less than 0.9 of their rate.',
  );
  expect(finding(section)[0]).toContain(
    'The lab’s clients load less than another program: node-http1 ',
  );
  const plots = blocksOf(section).flatMap((block) => (block.block === 'plots' ? block.plots : []));
  expect(plots.map(({ id }) => id)).toEqual([
    'rates-throughput-reference-4g',
    'file-memory-throughput-reference-4g',
  ]);
  expect(JSON.stringify(otherScenariosSection(report))).not.toContain('throughput');
});

test('a run without throughput has no such section', () => {
  expect(of([])).toBeNull();
});
