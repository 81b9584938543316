import type { Cell } from '@holbench/results/cell';
import type { FinishedCell } from '@holbench/results/run-reader';
import { LABELS } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import { cellOf, dataOf, networkOf, sampleOf } from '../../../fixtures/made-cells.ts';
import { excludedCells, excludedSummary } from './excluded-cells.ts';
import type { ReportData } from '../../runs/report-data.ts';

const network = networkOf('reference-4g', {});

function load(round: number, changes: Partial<Cell> = {}): FinishedCell {
  const samples = [sampleOf(LABELS.load, 10)];
  const made = cellOf(
    { variant: 'node-http2', network: 'reference-4g', round, scenario: '1b' },
    samples,
  );
  return { ...made, cell: { ...made.cell, ...changes } };
}

function excluded(cells: readonly FinishedCell[], changes: Partial<ReportData['manifest']> = {}) {
  const data = dataOf([network], cells);
  const manifest = { ...data.manifest, plannedCells: cells.length, ...changes };
  const made = { ...data, manifest };
  const rows = excludedCells(made);
  return { summary: excludedSummary(rows, made), rows };
}

const broken: Partial<Cell> = {
  status: 'failed',
  valid: false,
  reasons: ['server: exited with code 1'],
};
const wrong: Partial<Cell> = {
  valid: false,
  reasons: ['1 of 2 operations used h2 instead of h3'],
};
const limited: Partial<Cell> = {
  limiter: { verdict: 'client', why: 'client: 99 % of all 2 cores' },
};

test('a run of which every cell counts says so', () => {
  expect(excluded([load(0), load(1)])).toEqual({ summary: 'none: all 2 cells count', rows: [] });
});

test('a variant that cannot be had and has no cells is no cell that does not count', () => {
  const unsupported = [{ variant: 'uws-ws', reason: 'needs a newer glibc' }];
  const { summary, rows } = excluded([load(0)], { unsupported });
  expect(summary).toBe('none: all 1 cell count');
  expect(rows).toMatchObject([{ state: 'unsupported', reason: 'needs a newer glibc' }]);
});

test('a cell that does not count says why, and of how many rounds its figures are', () => {
  const { summary, rows } = excluded([
    load(0),
    load(1, broken),
    load(2),
    load(3, broken),
    load(4, wrong),
  ]);
  expect(summary).toBe('1 invalid, 2 failed of 5 cells');
  expect(rows.map(({ state, reason, meaning }) => ({ state, reason, meaning }))).toEqual([
    {
      state: 'invalid',
      reason: '1 of 2 operations used h2 instead of h3',
      meaning: 'Left out: the figure uses the 2 remaining rounds.',
    },
    ...[1, 3].map(() => ({
      state: 'failed',
      reason: 'server: exited with code 1',
      meaning: 'Left out: the figure uses the 2 remaining rounds.',
    })),
  ]);
  expect(rows[1]).toEqual({
    cell: 'reference-4g/node-http2/1b-text/1',
    state: 'failed',
    what: 'A3 node-http2, scenario 1b text over network reference-4g',
    round: 1,
    reason: 'server: exited with code 1',
    meaning: 'Left out: the figure uses the 2 remaining rounds.',
    tables: 'table-1b-text',
  });
  expect(rows[2]?.round).toBe(3);
});

test('where one round remains it is one', () => {
  const [row] = excluded([load(0), load(1, broken)]).rows;
  expect(row?.meaning).toBe('Left out: the figure uses the 1 remaining round.');
});

test('where no round counts the figures are missing', () => {
  expect(excluded([load(0, wrong)]).rows[0]?.meaning).toBe('Its figures are missing.');
});

test('what the client limited counts, and ranks nobody', () => {
  const { summary, rows } = excluded([load(0, limited), load(1)]);
  expect(summary).toBe('all 2 cells count; 1 client-limited: included, not ranked');
  expect(rows).toMatchObject([
    {
      state: 'client-limited',
      reason: 'client: 99 % of all 2 cores',
      meaning: 'Included, not ranked.',
    },
  ]);
});

test('cells that were planned and have no line are counted, and variants that cannot be had', () => {
  const { summary, rows } = excluded([load(0), load(1, broken)], {
    plannedCells: 10,
    endedAt: null,
    unsupported: [{ variant: 'uws-ws', reason: 'needs a newer glibc' }],
  });
  expect(summary).toBe('1 failed, 8 not run of 10 cells');
  expect(rows.map(({ state, what, reason }) => [state, what, reason])).toEqual([
    [
      'failed',
      'A3 node-http2, scenario 1b text over network reference-4g',
      'server: exited with code 1',
    ],
    ['unsupported', 'B1 uws-ws, all its cells', 'needs a newer glibc'],
    ['not run', '8 of 10 planned cells', 'the run was stopped, or still goes on'],
  ]);
});

test('a cell of a scenario that the lab no longer has leads to no table', () => {
  expect(excluded([load(0, { ...wrong, scenario: '9z' })]).rows).toMatchObject([{ tables: '' }]);
});
