import { LABELS } from '@holbench/scenarios/labels';
import type { Cell } from '@holbench/results/cell';
import type { FinishedCell } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { cellOf, dataOf, networkOf, sampleOf } from '../../fixtures/claim-data.ts';
import { reportTables } from './report-tables.ts';
import type { Figure } from './table.ts';

const made = networkOf('4g', {});
const network = {
  ...made,
  workload: { ...made.workload, textBatches: [10, 100], fileBytes: 52_428_800 },
};
const CLIENT: Cell['limiter'] = { verdict: 'client', why: 'client: made up' };

type Where = Partial<Parameters<typeof cellOf>[0]>;

/** One batch of ten in each round: how long it takes in ms; null for one with a failed operation. */
function batches(variant: string, ms: readonly (number | null)[], where: Where = {}) {
  return ms.map((durationMs, round) =>
    cellOf(
      { variant, network: '4g', round, scenario: '1a', ...where },
      Array.from({ length: 10 }, (_, index) =>
        sampleOf(LABELS.batch(10), durationMs ?? (index === 0 ? null : 1), index),
      ),
    ),
  );
}

/** A session of 3e: so many mutations, one every 100 ms; each takes `ms` to its one subscriber. */
function session(variant: string, round: number, mutations: number, ms: number): FinishedCell {
  const times = Array.from({ length: mutations }, (_, index) => index);
  return cellOf({ variant, network: '4g', round, scenario: '3e' }, [
    sampleOf(LABELS.pageLoad, 100),
    ...times.flatMap((index) => [
      sampleOf(LABELS.mutate, ms, index, 100 * index),
      sampleOf(LABELS.deliver, ms, index, 100 * index),
    ]),
  ]);
}

function tableOf(cells: readonly FinishedCell[], id: string) {
  const table = reportTables(dataOf([network], cells), '4g').find((each) => each.id === id);
  if (!table) throw new Error(`no table ${id}`);
  const at = (row: string, column: string): Figure => {
    const figures = table.rows.find(({ header }) => header === row)?.figures;
    const found = figures?.[table.columns.indexOf(column)];
    if (!found) throw new Error(`no figure ${row} / ${column}`);
    return found;
  };
  return { ...table, at };
}

test('a batch has its ratio to the fastest of its size, paired by round', () => {
  const { at, notes } = tableOf(
    [...batches('node-ws', [100, 300, 200]), ...batches('node-http2', [50, 100, 100])],
    'table-1',
  );
  expect(at('10', 'A1 node-ws').ratio).toEqual({ value: 2, text: '× 2.00' });
  expect(at('10', 'A3 node-http2').ratio?.text).toBe('best');
  expect(at('10', 'A2 node-http1').ratio).toBeNull();
  expect(at('100', 'A1 node-ws')).toMatchObject({ state: 'not-run', ratio: null });
  expect(notes.filter((note) => note.startsWith('best, × 1.24: '))).toHaveLength(1);
});

test('neither what the client limited nor what failed in a round ranks', () => {
  const { at } = tableOf(
    [
      ...batches('node-ws', [10, 10], { limiter: CLIENT }),
      ...batches('node-http1', [20, null]),
      ...batches('node-http2', [50, 60]),
      ...batches('uws-ws', [100, 90]),
    ],
    'table-1',
  );
  expect(at('10', 'A1 node-ws')).toMatchObject({ value: 10, ratio: null });
  expect(at('10', 'A2 node-http1')).toMatchObject({ value: 20, ratio: null, ofSurvivors: true });
  expect(at('10', 'A3 node-http2').ratio?.text).toBe('best');
  expect(at('10', 'B1 uws-ws').ratio).toEqual({ value: 1.75, text: '× 1.75' });
});

test('a table of one round says that it shows no difference', () => {
  const note = '1 round: figures have no interval, so that no difference is shown.';
  const both = [...batches('node-ws', [100]), ...batches('node-http2', [50])];
  expect(tableOf(both, 'table-1').notes).toContain(note);
  expect(tableOf(both, 'table-2').notes).not.toContain(note);
  const more = [...both, ...batches('uws-ws', [100, 90])];
  expect(tableOf(more, 'table-1').notes).not.toContain(note);
});

test('of one variant alone there is no best', () => {
  const { at, notes } = tableOf(batches('node-ws', [10, 20]), 'table-1');
  expect(at('10', 'A1 node-ws').ratio).toBeNull();
  expect(notes.join(' ')).not.toContain('best');
});

test('latencies and rates have a best, counts and extremes have none', () => {
  const cells = [0, 1].flatMap((round) => [
    session('node-ws', round, 10, 20),
    session('node-http2', round, 10, 40 + 40 * round),
  ]);
  const delivery = tableOf(cells, 'table-delivery-text');
  // Pooled 40 ms; the rounds' own are 2 and 4 times the best's.
  expect(delivery.at('A3 node-http2', 'p50 (ms)')).toMatchObject({
    value: 40,
    ratio: { value: 3, text: '× 3.00' },
  });
  for (const column of ['Min (ms)', 'Max (ms)', 'n', 'ok']) {
    expect(delivery.at('A3 node-http2', column).ratio).toBeNull();
  }
  // 20 of them: p95 of both rounds together, of none alone.
  expect(delivery.at('A3 node-http2', 'p95 (ms)').ratio?.text).toBe('× 4.00');
  expect(delivery.notes).toContain(
    'The ratio of the two values, as no round alone has both: p95 (ms).',
  );
  const rates = tableOf(cells, 'table-15');
  // 10 mutations in 920 ms; in 940 and 980 ms.
  expect(rates.at('A1 node-ws', 'Producer rate (rps)').ratio?.text).toBe('best');
  expect(rates.at('A3 node-http2', 'Producer rate (rps)').ratio?.value).toBeCloseTo(
    (920 / 940 + 920 / 980) / 2,
    12,
  );
  expect(rates.at('A3 node-http2', 'Mutations').ratio).toBeNull();
});

test('a session that took 0 ms has no rate', () => {
  const cells = [session('node-ws', 0, 1, 0), session('node-http2', 0, 1, 10)];
  const { at } = tableOf(cells, 'table-15');
  expect(at('A1 node-ws', 'Producer rate (rps)')).toMatchObject({
    state: 'failed',
    value: null,
    remark: 'too short for the clock',
  });
  expect(at('A3 node-http2', 'Producer rate (rps)').value).toBe(100);
});

test('an arm of a sweep stands beside the run’s own settings, which alone are published and ranked', () => {
  const encoding = { factors: { encoding: 'base64-json' } } as const;
  const batch = tableOf(
    [
      ...batches('node-ws', [100, 100]),
      ...batches('node-ws', [10, 10], encoding),
      ...batches('node-http2', [200, 200]),
    ],
    'table-1',
  );
  expect(batch.at('10', 'A1 node-ws')).toMatchObject({
    ratio: { text: 'best' },
    published: { value: 42.9 },
  });
  expect(batch.at('10', 'A1 node-ws, encoding=base64-json')).toMatchObject({
    value: 10,
    ratio: null,
    published: null,
  });
  const users = tableOf(batches('node-ws', [10, 10], { ...encoding, scenario: '1b' }), 'table-5');
  expect(users.rows.map(({ header }) => header).slice(0, 3)).toEqual([
    'A1 node-ws',
    'A1 node-ws, encoding=base64-json',
    'A2 node-http1',
  ]);
  expect(users.at('A1 node-ws', 'p50 (ms)')).toMatchObject({
    state: 'not-run',
    published: { value: 115.6 },
  });
});
