import { type FanOutPhase, LABELS } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import { cell, manifest, sample } from '../../../packages/results/fixtures/run-lines.ts';
import { fanOutTable } from './fan-out-table.ts';
import { mergeRuns } from './merge-runs.ts';
import type { Figure } from './table.ts';

const VARIANT = 'node-http1';
const SERVER = { droppedEvents: 250, brokenTransfers: 0, peakRssBytes: 150 * 1024 * 1024 };

/** One round with 2 subscribers and one with 4, of each phase the deliveries in ms, null: none. */
function table(fanOut: number, deliveries: Record<FanOutPhase, readonly (number | null)[]>) {
  const cells = [2, 4].map((count) => {
    const name = `ideal/${VARIANT}/6i-text-${count}/0`;
    const base = { variant: VARIANT, scenario: '6i', cell: name };
    const samples = (['before', 'after'] as const).flatMap((phase) =>
      deliveries[phase].map((durationMs) =>
        sample({
          ...base,
          label: LABELS.fanOutDeliver(phase),
          outcome:
            durationMs === null
              ? { status: 'failed', code: 'timeout', reason: 'a test', afterMs: 30_000 }
              : {
                  status: 'ok',
                  // Twice as long with 4: what is of the other cell must not be seen.
                  durationMs: (durationMs * count) / 2,
                  bytes: 1,
                  protocol: 'http/1.1',
                },
        }),
      ),
    );
    return { cell: cell({ ...base, fanOut: count, server: SERVER }), samples };
  });
  const data = mergeRuns([{ folder: 'test', manifest: manifest(), cells, warnings: [] }]);
  const built = fanOutTable(data, 'ideal', { scenario: '6i', fanOut, id: `table-6i-${fanOut}` });
  const row = built.rows.find(({ header }) => header.endsWith(VARIANT));
  return (column: string): Figure => {
    const found = row?.figures[built.columns.indexOf(column)];
    if (!found) throw new Error(`no figure ${column}`);
    return found;
  };
}

const DELIVERIES = { before: [4, 5, 6], after: [14, 15, 16, null] };

test('has the latencies of its own number of subscribers, before and after', () => {
  const figure = table(2, DELIVERIES);
  expect(figure('before p50 (ms)').value).toBe(5);
  expect(figure('after p50 (ms)').value).toBe(15);
  expect(figure('after, longest (ms)').value).toBe(16);
  expect(table(4, DELIVERIES)('after p50 (ms)').value).toBe(30);
});

test('an event that did not arrive counts, and a percentile that n cannot support is none', () => {
  const figure = table(2, DELIVERIES);
  expect(figure('undelivered').value).toBe(1);
  expect(figure('n').value).toBe(7);
  expect(figure('after p95 (ms)').state).toBe('too-small');
});

test('says the policy, the drops and the memory of the server', () => {
  const figure = table(2, DELIVERIES);
  expect(figure('policy').text).toBe('drop-oldest');
  expect(figure('events dropped').value).toBe(250);
  expect(figure('server peak (MiB)').value).toBe(150);
});
