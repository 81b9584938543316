import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import { cell, manifest, sample } from '../../../packages/results/fixtures/run-lines.ts';
import { mergeRuns } from './merge-runs.ts';
import { metricsTable } from './metrics-table.ts';

const VARIANT = 'node-http1';
const FILES = 10;

type Ended = Pick<Measurement, 'label' | 'outcome'>;

/** The row of the variant, from one cell for each round. */
function rowOf(scenario: string, rounds: readonly (readonly Ended[])[]) {
  const server = { droppedEvents: 0, brokenTransfers: 0, peakRssBytes: 150 * 1024 ** 2 };
  const cells = rounds.map((ended, round) => {
    const id = `ideal/${VARIANT}/${scenario}-binary/${round}`;
    const base = { variant: VARIANT, scenario, kind: 'binary' as const, cell: id, round };
    const samples = ended.map((each, index) => {
      return sample({ ...base, ...each, index, intendedAtMs: 0 });
    });
    return { cell: cell({ ...base, seed: round, server }), samples };
  });
  const data = mergeRuns([{ folder: 'test', manifest: manifest(), cells, warnings: [] }]);
  const { columns, rows } = metricsTable(data, 'ideal', { scenario, kind: 'binary' }, 'table');
  const row = rows.find(({ header }) => header.endsWith(VARIANT));
  return columns.map((column, index) => [column, row?.figures[index]?.text]);
}

const file = (label: string, durationMs: number): Ended => ({
  label,
  outcome: { status: 'ok', durationMs, bytes: 1, protocol: 'http/1.1' },
});

/** All files of a half end together but for the last. */
const half = (label: string, lastMs: number): Ended[] =>
  Array.from({ length: FILES }, (_, index) => file(label, index === FILES - 1 ? lastMs : 1));

test('the ratio to the floor is paired by round', () => {
  const rounds = [
    [...half(LABELS.floor, 100), ...half(LABELS.variant, 150)],
    [...half(LABELS.floor, 400), ...half(LABELS.variant, 440)],
    [...half(LABELS.floor, 200), ...half(LABELS.variant, 240)],
  ];
  expect(rowOf('floor', rounds)).toEqual([
    ['Makespan of 10 files, floor (ms)', '200.0'],
    ['Makespan of 10 files, variant (ms)', '240.0'],
    ['Makespan over that of the floor (x)', '1.20'],
  ]);
});

test('a half that is not complete has no makespan, and its round no ratio', () => {
  const rounds = [[...half(LABELS.floor, 100).slice(1), ...half(LABELS.variant, 150)]];
  expect(rowOf('floor', rounds)).toEqual([['Makespan of 10 files, variant (ms)', '150.0']]);
});

test('memory is what the server says of itself', () => {
  const rounds = [[file(LABELS.stall, 5), file(LABELS.stall, 6)]];
  expect(rowOf('memory-stall', rounds)).toEqual([['Peak memory of the server (MiB)', '150.0']]);
});
