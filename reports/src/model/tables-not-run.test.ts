import type { Manifest } from '@holbench/results/manifest';
import type { FinishedCell } from '@holbench/results/run-reader';
import { type PayloadKind } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import { DEFAULT_FACTORS } from '@holbench/factors/values';
import { expect, test } from 'vitest';
import { cellOf, dataOf, networkOf, sampleOf } from '../../fixtures/claim-data.ts';
import { reportTables } from './report-tables.ts';
import { tablesNotRun, wasRun } from './tables-not-run.ts';

const network = { ...networkOf('4g', {}), options: '--networks 4g --loss 1%' };

function ran(scenario: string, kind: PayloadKind = 'text'): FinishedCell {
  return cellOf({ variant: 'node-ws', network: '4g', round: 0, scenario, kind }, [
    sampleOf(LABELS.pageLoad, 10),
    sampleOf(LABELS.batch(10), 10),
  ]);
}

type Changes = Partial<Manifest['config']>;
const CONFIG = { scenarios: ['1a', '4f'], rounds: 2, seed: 1, users: 5 } as const;

function notRun(cells: readonly FinishedCell[], changes: Changes = {}, planned = cells.length) {
  const data = dataOf([network], cells);
  const config = {
    ...data.manifest.config,
    ...CONFIG,
    scenarios: [...CONFIG.scenarios],
    ...changes,
  };
  const made = { ...data, manifest: { ...data.manifest, config, plannedCells: planned } };
  return tablesNotRun(made, '4g', reportTables(made, '4g'));
}

test('what no cell belongs to is named, with a command for the scenarios that lack the same kinds', () => {
  const none = notRun([ran('1a'), ran('1b'), ran('1b', 'binary'), ran('2d'), ran('3e')]);
  // The others: the deliveries of files, and 4f twice, which the run was to measure.
  expect(none?.title).toBe('Not part of this run: tables 2–4, 11–12, 16–18 and 3 others');
  // As the run was: another workload could not share a report with it. 4f has rounds of its own.
  const rest = '--seed 1 --users 5 --window 4s --probe-rate 5 --fan-out 3';
  expect(none?.needs).toEqual([
    {
      what: '4f text',
      command: `pnpm bench --preset smoke --scenarios 4f --networks 4g --loss 1% --kinds text --rounds 4 ${rest}`,
    },
    {
      what: '2c text and binary',
      command: `pnpm bench --preset smoke --scenarios 2c --networks 4g --loss 1% --kinds text,binary --rounds 2 ${rest}`,
    },
    {
      what: '1a, 2d, 3e binary',
      command: `pnpm bench --preset smoke --scenarios 1a,2d,3e --networks 4g --loss 1% --kinds binary --rounds 2 ${rest}`,
    },
  ]);
});

test('of a run that was stopped nobody knows what was part of it', () => {
  expect(notRun([ran('1a')], {}, 2)?.title).toMatch(/^Not run: tables 2–18 and /);
});

test('settings that are not the default are part of the command', () => {
  const factors = { ...DEFAULT_FACTORS, http2WriteBytes: 65_536 };
  const none = notRun([ran('1a')], { factors });
  expect(none?.needs[0]?.command).toMatch(/ --http2-write 64k$/);
});

test('a table of which every cell failed was run', () => {
  const { cell, samples } = ran('1a');
  const failed = { cell: { ...cell, status: 'failed' as const, valid: false }, samples };
  const tables = reportTables(dataOf([network], [failed]), '4g');
  expect(tables.filter(wasRun).map(({ key }) => key)).toEqual(['table-1']);
});
