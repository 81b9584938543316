import type { Block } from '@holbench/results/block';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { PayloadKind } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import { REAL_NETWORK } from '../../../../packages/results/fixtures/run-lines.ts';
import { cellOf, dataOf, networkOf, sampleOf } from '../../../fixtures/made-cells.ts';
import { reportOf } from '../../../fixtures/evidence-report.ts';
import { plainText } from '../block.ts';
import { notRunSection } from './not-run.ts';

const network = { ...networkOf('reference-4g', {}), options: '--networks reference-4g --loss 1%' };

function ran(scenario: string, kind: PayloadKind = 'text'): FinishedCell {
  return cellOf({ variant: 'node-ws', network: 'reference-4g', round: 0, scenario, kind }, [
    sampleOf(LABELS.pageLoad, 10),
    sampleOf(LABELS.batch(10), 10),
  ]);
}

const scenariosOf = (cells: readonly FinishedCell[]) => cells.map(({ cell }) => cell.scenario);

function notRun(
  cells: readonly FinishedCell[],
  changes: Partial<Block> = {},
  planned = cells.length,
  over = network,
) {
  const scenarios = ['1a', 'download', ...scenariosOf(cells)];
  const data = dataOf([over], cells, { scenarios, ...changes });
  const made = { ...data, manifest: { ...data.manifest, plannedCells: planned } };
  const section = notRunSection(reportOf(made));
  const [list] = section?.blocks ?? [];
  return {
    title: section?.title,
    items: list?.block === 'list' ? list.items.map(plainText) : [],
  };
}

/** Of everything that a report has tables for. */
const ALL = [
  ...['1a', '1b', '2c', '2d', '3e'].flatMap((id) => [ran(id), ran(id, 'binary')]),
  ...['download', 'upload', 'connect'].map((id) => ran(id)),
];

test('what no cell belongs to is named, with a command for the scenarios that lack the same kinds', () => {
  const cells = ['1a', '1b', '2d', '3e', 'upload', 'connect'].map((id) => ran(id));
  const { title, items } = notRun([...cells, ran('1b', 'binary')]);
  expect(title).toBe('Not part of this run');
  // In its conditions: another workload could not share a report with it.
  const again = 'pnpm bench --again made-up';
  expect(items).toEqual([
    `scenarios 1a, 2d, 3e binary over network reference-4g: ${again} --scenarios 1a,2d,3e --kinds binary --networks reference-4g`,
    `scenario 2c text and binary over network reference-4g: ${again} --scenarios 2c --kinds text,binary --networks reference-4g`,
    `scenario download text over network reference-4g: ${again} --scenarios download --kinds text --networks reference-4g`,
  ]);
});

test('of a server of one’s own nothing is proposed that its contract lacks', () => {
  const at = { ...network, options: '--target https://192.0.2.7:8443', found: REAL_NETWORK };
  const proposed = (variant: string, scenarios: string[]): string[] =>
    notRun([], { variants: [variant], scenarios }, 0, at).items.flatMap(
      (item) => / --scenarios (\S+)/.exec(item)?.[1]?.split(',') ?? [],
    );
  const sorted = (ids: string[]): string[] => [...new Set(ids)].toSorted();
  expect(sorted(proposed('own-ws', ['download']))).toEqual(['1a', 'connect', 'download', 'upload']);
  const lab = sorted(proposed('node-ws', ['download']));
  expect(lab).toEqual(expect.arrayContaining(['1a', '3e', 'download']));
});

test('of a run that was stopped nobody knows what was part of it', () => {
  expect(notRun([ran('1a')], {}, 2).title).toBe('Not run');
});

test('a scenario of which every cell failed was run, and nothing is said where all was', () => {
  const failed = ALL.map(({ cell, samples }) => ({
    cell: { ...cell, status: 'failed' as const, valid: false },
    samples,
  }));
  expect(notRun(failed).title).toBeUndefined();
});

test('scenarios that nobody expects are missing where the run chose them', () => {
  const { items } = notRun(ALL, { scenarios: [...scenariosOf(ALL), 'bursts'] });
  expect(items).toEqual([expect.stringMatching(/^scenario bursts text over /)]);
});
