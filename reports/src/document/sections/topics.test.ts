import { join } from 'node:path';
import type { FinishedCell } from '@holbench/results/run-reader';
import { readRun } from '@holbench/results/run-reader';
import { SCENARIOS } from '@holbench/scenarios/registry';
import { TOPICS } from '../../topics/topics.ts';
import { expect, test } from 'vitest';
import { dataOf, loopCell, ROUNDS, unlimited } from '../../../fixtures/claim-data.ts';
import { Relation } from '../../figures/relation.ts';
import { plotsOf } from '../../plots/plots-of.ts';
import { mergeRuns } from '../../runs/merge-runs.ts';
import type { ReportData } from '../../runs/report-data.ts';
import { type Block, plainText, type Section } from '../block.ts';
import { placeBlocks } from '../../tables/place-blocks.ts';
import { topicSections } from './topics.ts';

const GENERATOR = { commit: null, dirty: false };
function reportOf(data: ReportData) {
  const source = { data, relation: Relation.of(data) };
  return { ...source, comparison: null, plots: plotsOf(source), generator: GENERATOR };
}

const sectionsOf = (data: ReportData) => topicSections(reportOf(data));
const ratesOf = (data: ReportData) => sectionsOf(data).find(({ id }) => id === 'rates') ?? null;
const of = (cells: readonly FinishedCell[]) => ratesOf(dataOf([unlimited('loopback')], cells));

const inside = ({ blocks }: Section): Block[] =>
  blocks.flatMap((block) =>
    block.block === 'section'
      ? [block, ...inside(block.section)]
      : block.block === 'beside'
        ? [...block.left, ...block.right, ...block.under]
        : [block],
  );
const blocksOf = (section: Section | null) => (section === null ? [] : inside(section));
const texts = (section: Section | null) =>
  blocksOf(section).flatMap((block) =>
    block.block === 'prose'
      ? [plainText(block.text)]
      : block.block === 'list'
        ? block.items.map(plainText)
        : [],
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

test('the answer of a run that has no small messages is on its first screen, not here', () => {
  const section = of([...rounds('node-http1', 5_000), ...rounds('node-ws', 10_000)]);
  expect(texts(section).join(' ')).not.toContain('64 clients load');
  expect(tableOf(section, 'table-throughput-text-rate-most')?.rows).toHaveLength(2);
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

test('it says who is best, and what drove and checked the loops', async () => {
  const data = mergeRuns([await readRun(join(import.meta.dirname, '../../../fixtures/run'))]);
  const said = texts(ratesOf(data));
  expect(said.slice(0, 3)).toEqual([
    'Closed loop: each client waits for its answer before it asks again, so these latencies are not those of download and upload.',
    'A page drives HTTP/3 over one connection and adds milliseconds of its own, so HTTP/3 is not ranked.',
    'wrk and h2load repeated loads over HTTP. The report names every server for which the lab’s clients reach less than 0.9 of their rate.',
  ]);
  expect(said.join(' ')).toContain(
    'Loads per second by 64 clients: Measured 2 times, 64 clients load 11,000 per s with HTTP/1.1 on Node, and ',
  );
  expect(said.join(' ')).toContain('The lab’s clients load less than another program: node-http1 ');
  const plots = blocksOf(ratesOf(data)).flatMap((block) =>
    block.block === 'plots' ? block.plots : [],
  );
  expect(plots.map(({ id }) => id)).toEqual([
    'measure-throughput-text-reference-4g',
    'rates-throughput-reference-4g',
  ]);
});

test('every scenario is in one topic, and every place has its tables', async () => {
  const data = mergeRuns([await readRun(join(import.meta.dirname, '../../../fixtures/run'))]);
  const report = reportOf(data);
  const tablesIn = (blocks: readonly Block[]): string[] =>
    blocks.flatMap((block) =>
      block.block === 'table'
        ? [block.id]
        : block.block === 'section'
          ? tablesIn(block.section.blocks)
          : [],
    );
  const ofPlaces = tablesIn(report.relation.places.flatMap((place) => placeBlocks(report, place)));
  const shown = tablesIn(sectionsOf(data).flatMap(({ blocks }) => blocks));
  expect(shown.filter((id) => !/-(?:cost|compared)-/.test(id)).toSorted()).toEqual(
    ofPlaces.toSorted(),
  );
  const topics = SCENARIOS.flatMap((scenario) =>
    scenario.kinds.map((kind) => TOPICS.filter((topic) => topic.has(scenario, kind)).length),
  );
  expect(new Set(topics)).toEqual(new Set([1]));
});

test('a run without throughput has no such section', () => {
  expect(of([])).toBeNull();
});
