import { DEFAULT_FACTORS } from '@holbench/factors/values';
import type { Manifest } from '@holbench/results/manifest';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { PayloadKind } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import { REAL_NETWORK } from '../../../../packages/results/fixtures/run-lines.ts';
import { cellOf, dataOf, networkOf, sampleOf } from '../../../fixtures/claim-data.ts';
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

const CONFIG = { scenarios: ['1a', 'download'], rounds: 2, seed: 1, users: 5 };

function notRun(
  cells: readonly FinishedCell[],
  changes: Partial<Manifest['config']> = {},
  planned = cells.length,
  over = network,
) {
  const data = dataOf([over], cells);
  const config = { ...data.manifest.config, ...CONFIG, ...changes };
  const made = { ...data, manifest: { ...data.manifest, config, plannedCells: planned } };
  const section = notRunSection(reportOf(made));
  const [list] = section?.blocks ?? [];
  return {
    title: section?.title,
    items: list?.block === 'list' ? list.items.map(plainText) : [],
  };
}

/** Of everything that the presets run. */
const ALL = [
  ...['1a', '1b', '2c', '2d', '3e'].flatMap((id) => [ran(id), ran(id, 'binary')]),
  ...['download', 'upload', 'connect', 'stalled-reader'].map((id) => ran(id)),
];

test('what no cell belongs to is named, with a command for the scenarios that lack the same kinds', () => {
  const cells = ['1a', '1b', '2d', '3e', 'upload', 'connect', 'stalled-reader'].map((id) =>
    ran(id),
  );
  const { title, items } = notRun([...cells, ran('1b', 'binary')]);
  expect(title).toBe('Not part of this run');
  // As the run was: another workload could not share a report with it. download has rounds of its own.
  const rest =
    '--seed 1 --users 5 --window 4s --least-messages 0 --least-losses 0 --probe-rate 10 --fan-out 3 --crowd 1,10';
  expect(items).toEqual([
    `scenarios 1a, 2d, 3e binary over network reference-4g: pnpm bench --preset smoke --scenarios 1a,2d,3e --networks reference-4g --loss 1% --kinds binary --rounds 2 ${rest}`,
    `scenario 2c text and binary over network reference-4g: pnpm bench --preset smoke --scenarios 2c --networks reference-4g --loss 1% --kinds text,binary --rounds 2 ${rest}`,
    `scenario download text over network reference-4g: pnpm bench --preset smoke --scenarios download --networks reference-4g --loss 1% --kinds text --rounds 6 ${rest}`,
  ]);
});

test('of a server of one’s own nothing is proposed that its contract lacks, nor at a target what cannot run there', () => {
  const at = { ...network, options: '--target https://192.0.2.7:8443', found: REAL_NETWORK };
  const proposed = (variant: string, scenarios: string[]): string[] =>
    notRun([], { variants: [variant], scenarios }, 0, at).items.flatMap(
      (item) => / --scenarios (\S+)/.exec(item)?.[1]?.split(',') ?? [],
    );
  const sorted = (ids: string[]): string[] => [...new Set(ids)].toSorted();
  expect(sorted(proposed('own-ws', ['download']))).toEqual(['1a', 'download', 'upload', 'connect']);
  const lab = sorted(proposed('node-ws', ['download', 'crowd']));
  expect(lab).toEqual(expect.arrayContaining(['1a', '3e', 'download', 'stalled-reader']));
  expect(lab).not.toContain('crowd');
});

test('of a run that was stopped nobody knows what was part of it', () => {
  expect(notRun([ran('1a')], {}, 2).title).toBe('Not run');
});

test('factors that are not the default are part of the command', () => {
  const factors = { ...DEFAULT_FACTORS, http2WriteBytes: 65_536 };
  expect(notRun([ran('1a')], { factors }).items[0]).toMatch(/ --http2-write 64k$/);
});

test('a scenario of which every cell failed was run, and nothing is said where all was', () => {
  const failed = ALL.map(({ cell, samples }) => ({
    cell: { ...cell, status: 'failed' as const, valid: false },
    samples,
  }));
  expect(notRun(failed).title).toBeUndefined();
});

test('a run without subscribers gets some, as the command would have nothing to run', () => {
  const workload = { ...network.workload, fanOut: [] };
  const { items } = notRun(
    ALL.filter(({ cell }) => cell.scenario !== 'stalled-reader'),
    {},
    1,
    { ...network, workload },
  );
  expect(items).toEqual([
    expect.stringMatching(
      /^scenario stalled-reader text over network reference-4g: .* --fan-out 10 --crowd 1,10$/,
    ),
  ]);
});
