import type { Cell } from '@holbench/results/cell';
import { LABELS } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import { certifiedRtt } from '../../fixtures/made-up-networks.ts';
import { cell, manifest, sample } from '../../../packages/results/fixtures/run-lines.ts';
import { holbTable } from './holb-table.ts';
import { mergeRuns } from './merge-runs.ts';
import type { Figure } from './table.ts';

/** One round of 20 messages, one each 50 ms, over a link whose round trip takes `rttMs`. */
function table(rttMs: number, durationMs: (index: number) => number | null) {
  const base = { scenario: '4f', cell: 'ideal/node-ws/4f-text/0' };
  const certificate = certifiedRtt(rttMs);
  const samples = Array.from({ length: 20 }, (_, index) => {
    const takesMs = durationMs(index);
    return sample({
      ...base,
      label: LABELS.probe('self', 'load'),
      index,
      intendedAtMs: 50 * index,
      outcome:
        takesMs === null
          ? { status: 'failed', code: 'timeout', reason: 'timeout', afterMs: 20_000 }
          : { status: 'ok', durationMs: takesMs, bytes: 5_120, protocol: 'websocket' },
    });
  });
  const data = mergeRuns([
    {
      folder: 'test',
      manifest: manifest(),
      cells: [{ cell: cell({ ...base, certificate }), samples }],
      warnings: [],
    },
  ]);
  const built = holbTable(data, 'ideal', { scenario: '4f', what: 'load', id: 'holb' });
  return (column: string): Figure => {
    const found = built.rows[0]?.figures[built.columns.indexOf(column)];
    if (!found) throw new Error(`no figure ${column}`);
    return found;
  };
}

test('stalls are counted, timed and shared', () => {
  // Sent at 0 … 950 ms, answered after 60; those of 300 … 600 ms all come at 700 ms.
  const figure = table(60, (index) => (index >= 6 && index <= 12 ? 700 - 50 * index : 60));
  // 310 (sent at 250) to 700 ms, in a window from 60 to 950 ms.
  expect(figure('stalls').value).toBe(1);
  expect(figure('stalled (ms)').value).toBe(390);
  expect(figure('longest stall (ms)').value).toBe(390);
  expect(figure('stalled (%)').value).toBeCloseTo((100 * 390) / 890);
});

test('an unanswered message is late, and none in time', () => {
  const figure = table(60, (index) => (index < 5 ? null : 90));
  expect(figure('in 100 ms').text).toBe('75 %');
  expect(figure('unanswered').value).toBe(5);
  expect(figure('in 100 ms').remark).toBe('');
});

test('a limit shorter than a round trip says so', () => {
  const figure = table(120, () => 130);
  expect(figure('in 100 ms')).toMatchObject({ value: 0, remark: 'a round trip takes 120.0 ms' });
  expect(figure('in 200 ms').remark).toBe('');
});

test('the note says how many transfers there are where a sweep has several', () => {
  const own = cell({ scenario: '4f', cell: 'ideal/node-ws/4f-text/0' });
  const arm = {
    ...own,
    cell: 'ideal/node-ws/4f-text+bulk=6/0',
    arm: 'bulk=6',
    factors: { ...own.factors, bulkStreams: 6 },
  };
  const note = (...cells: Cell[]) => {
    const finished = cells.map((each) => ({ cell: each, samples: [sample({ cell: each.cell })] }));
    const run = { folder: 'test', manifest: manifest(), cells: finished, warnings: [] };
    const place = { scenario: '4f', what: 'load', id: 'holb' } as const;
    return holbTable(mergeRuns([run]), 'ideal', place).notes[0];
  };
  expect(note(own)).toContain('beside 1 big transfer on another connection');
  expect(note(own, arm)).toContain(
    'beside 1 or 6 big transfers, as the row says, on another connection',
  );
  expect(note(arm)).toContain('beside 6 big transfers on another connection');
});
