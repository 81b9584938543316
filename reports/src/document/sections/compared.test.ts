import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { LABELS } from '@holbench/scenarios/labels';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changedLatency, type Changes, writeChangedRun } from '../../../fixtures/changed-run.ts';
import { compareRuns } from '../../compare/compare-runs.ts';
import { comparedLine } from '../../compare/comparison.ts';
import { unitOf } from '../../figures/pairs.ts';
import { Relation } from '../../figures/relation.ts';
import type { Report } from '../../report.ts';
import { mergeRuns } from '../../runs/merge-runs.ts';
import { type Block, plainText, type TableBlock } from '../block.ts';
import { figureCell } from '../figure-cell.ts';
import { comparedSection } from './compared.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-compared-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A third of it is a difference that is shown. */
const SLOWER: Changes = changedLatency(
  { variant: 'node-ws', scenario: 'download', label: LABELS.probe('alone', 'load') },
  (ms) => 3 * ms,
);

async function reportOf(run: string, changes: Changes = {}): Promise<Report> {
  const path = join(folder, run.replaceAll(/\W/g, ''));
  const data = mergeRuns([await readRun(await writeChangedRun(path, { run, ...changes }))]);
  const generator = { commit: null, dirty: false };
  return { data, relation: Relation.of(data), comparison: null, plots: [], generator };
}

async function compared(changes: Changes = SLOWER): Promise<Report> {
  const here = await reportOf('here');
  return { ...here, comparison: compareRuns(here, await reportOf('<b>there</b>', changes)) };
}

function blocksOf(report: Report): readonly Block[] {
  return comparedSection(report)?.blocks ?? [];
}

function tableOf(report: Report, id = 'compared-figures'): TableBlock {
  const tables = blocksOf(report).filter((block) => block.block === 'table');
  const table = tables.find((each) => each.id === id);
  if (!table) throw new Error('no table');
  return table;
}

test('alone, a run has neither the section nor the line', async () => {
  const report = await reportOf('here');
  expect(comparedSection(report)).toBeNull();
  expect(comparedLine(report.comparison)).toBeNull();
});

test('the same two runs give the same section', async () => {
  const [once, again] = [comparedSection(await compared()), comparedSection(await compared())];
  expect(once).toEqual(again);
  expect(once?.title).toBe('Compared with <b>there</b>');
});

test('it says in how many figures rounds are held against those of the same seed', async () => {
  const said = (report: Report) =>
    /each other in (\d+) of (\d+) /.exec(JSON.stringify(blocksOf(report)))?.slice(1);
  const report = await compared();
  const { comparison } = report;
  if (comparison === null) throw new Error('nothing was compared');
  const judged = comparison.compared.filter(({ versus }) => versus?.by);
  const ofConnections = judged.filter(({ here }) => unitOf(here.points) === 'connection');
  expect(said(report)).toEqual([`${ofConnections.length}`, `${judged.length}`]);
  const pairs = comparison.compared.map((each) => ({
    ...each,
    versus: each.versus && { ...each.versus, by: 'pairs' as const },
  }));
  const [paired, all] = said({ ...report, comparison: { ...comparison, compared: pairs } }) ?? [];
  expect(paired).toBe(all);
});

test('its table lists the differences of the tables, with both values and their intervals', async () => {
  const { rows, notes = [] } = tableOf(await compared());
  const texts = rows.map(({ cells }) => cells.map(({ text }) => plainText(text)));
  expect(texts.toSorted((a, b) => a.join().localeCompare(b.join(), 'en'))).toEqual([
    expect.arrayContaining(['A1 node-ws', 'added wait (ms)', '▲']),
    [
      'A1 node-ws',
      'alone (ms)',
      expect.stringMatching(/^1\d\d\.\d$/),
      expect.stringMatching(/^3\d\d\.\d$/),
      '▼ × 0.33',
      '0.33 to 0.33 ×',
      'scenario download text over network reference-4g, load of a text, first seconds',
    ],
  ]);
  const [, , here, there] = rows[0]?.cells ?? [];
  expect(here?.text).toEqual([
    { text: expect.any(String), cell: 'reference-4g/node-ws/download-text/0' },
  ]);
  expect(there?.text).toEqual([{ text: expect.any(String) }]);
  for (const cell of [here, there]) {
    expect(cell?.lines?.map(plainText)).toEqual([
      expect.stringMatching(/^-?[\d.]+(–| to )-?[\d.]+$/),
    ]);
  }
  expect(plainText(notes[0] ?? [])).toMatch(/details too; [1-9]\d* of those differ\.$/);
});

test('its file has every figure that was compared, details too, with both numbers', async () => {
  const report = await compared();
  const { records = [] } = tableOf(report);
  expect(records.length).toBe(report.comparison?.compared.length);
  const differing = records.filter(
    ({ compared_outcome: outcome }) => outcome === 'higher' || outcome === 'lower',
  );
  expect(differing.map(({ metric }) => metric)).toContain('load-alone-mean');
  const [line] = records.filter(
    ({ variant, scenario, metric }) =>
      variant === 'node-ws' && scenario === 'download' && metric === 'load-alone',
  );
  expect(Number(line?.['compared_value'])).toBeCloseTo(3 * Number(line?.['value']));
  expect(line?.['compared_ratio']).toBeCloseTo(1 / 3);
  expect(line).toMatchObject({
    compared_outcome: 'lower',
    compared_rounds: 6,
    compared_by: 'pairs',
    compared_is_ratio: true,
    compared_interval_level: 0.95,
    compared_state: 'ok',
  });
});

test('the figure is marked where it stands', async () => {
  const report = await compared();
  const [difference] =
    report.comparison?.compared.filter(
      ({ outcome, here }) => outcome === 'lower' && here.metric.id === 'load-alone',
    ) ?? [];
  if (!difference) throw new Error('no difference');
  const { lines = [] } = figureCell(difference.here, report);
  expect(lines.map(plainText)).toContainEqual(
    expect.stringMatching(/^▼ other run: [\d.]+ \(× 0\.33\)$/),
  );
});

test('it says how many differ, how that is judged, and what is the same', async () => {
  const texts = blocksOf(await compared()).map((block) =>
    block.block === 'prose'
      ? plainText(block.text)
      : block.block === 'section'
        ? block.section.blocks.flatMap((each) =>
            each.block === 'list' ? each.items.map(plainText) : [],
          )
        : block.block,
  );
  expect(texts).toEqual([
    'list',
    expect.stringMatching(
      /^A figure is judged by .* within 10 %, .* Its level is 95 % to 96\.9 %\.$/,
    ),
    'table',
    ['Nothing that the runs record.'],
    ['Nothing that the runs record.'],
  ]);
});

test('nothing differs: the table is empty, and says so', async () => {
  const { rows, notes = [] } = tableOf(await compared({}));
  expect(rows).toEqual([]);
  expect(plainText(notes[0] ?? [])).toMatch(/^None\. /);
});

test('what had to be tolerated to read the other run is a warning', async () => {
  const report = await compared({});
  if (report.comparison === null) throw new Error('no comparison');
  const comparison = { ...report.comparison, warnings: ['torn'] };
  expect(blocksOf({ ...report, comparison })[0]).toEqual({
    block: 'prose',
    role: 'warning',
    text: ['<b>there</b>: torn'],
  });
});

test('the terminal has it in a line', async () => {
  expect(comparedLine((await compared()).comparison)).toMatch(
    /^Compared with <b>there<\/b>: of \d+ headline figures \d+ equivalent, \d+ higher, 1 lower, .* Differing: scenario download over network reference-4g, node-ws: .*alone 1\d\d\.\d ms, there 3\d\d\.\d ms \(0\.33 to 0\.33 ×\)/,
  );
});
