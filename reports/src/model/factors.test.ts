import { DEFAULT_FACTORS, type FactorValues } from '@holbench/factors/values';
import type { FinishedCell } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { cellOf, dataOf, holbCell, networkOf } from '../../fixtures/claim-data.ts';
import { factors } from './factors.ts';
import type { ReportData } from './report-data.ts';
import { reportTables } from './report-tables.ts';
import type { Table } from './table.ts';

type Changes = Partial<ReportData['manifest']['config']>;
const QUEUE = [{ factor: 'http2-write', values: ['default', '64k'] }];

function of(cells: readonly FinishedCell[], config: Changes, networks = [networkOf('4g', {})]) {
  const data = dataOf(networks, cells);
  const { manifest } = data;
  const base = {
    ...manifest.config,
    factors: DEFAULT_FACTORS,
    scenarios: ['1a', '4f'],
    sweep: [],
  };
  const swept = { ...data, manifest: { ...manifest, config: { ...base, ...config } } };
  const ids = networks.map(({ profile: { id } }) => id);
  return factors(swept, new Map(ids.map((id) => [id, reportTables(swept, id)])));
}

/** Four rounds of 4f: what a message waits in ms on its own and another connection, and Mbit/s. */
function rounds(
  [self, foreign, mbps]: readonly [readonly number[], number, number],
  where: { readonly network?: string; readonly factors?: Partial<FactorValues> } = {},
) {
  return self.map((ms, round) =>
    holbCell(
      { variant: 'node-http2', network: '4g', round, scenario: '4f', ...where },
      { self: { ms, mbps }, foreign: { ms: foreign } },
    ),
  );
}

const texts = (table: Table | undefined) =>
  table?.rows.map(({ header, figures }) => [header, ...figures.map(({ text }) => text)]);

test('a run that neither sets nor sweeps anything has no section', () => {
  expect(of(rounds([[100], 50, 1]), {})).toBeNull();
});

test('settings that are not the default are told, with it', () => {
  const found = of(
    [],
    { factors: { ...DEFAULT_FACTORS, http2WriteBytes: 65_536, bulkStreams: 6 } },
    [],
  );
  expect(found).toEqual({
    changed: [
      { factor: 'http2-write', value: '64k', fallback: 'default' },
      { factor: 'bulk', value: '6', fallback: '1' },
    ],
    swept: [],
    tables: [],
    elsewhere: [],
  });
});

test('an arm is compared with the run’s own settings, paired by round', () => {
  const queued = { factors: { http2WriteBytes: 65_536 } };
  const found = of(
    [...rounds([[400, 200, 300, 500], 100, 2]), ...rounds([[100, 100, 100, 100], 90, 3], queued)],
    { sweep: QUEUE },
  );
  expect(found?.swept).toEqual([
    {
      factor: 'http2-write',
      values: ['default', '64k'],
      baseline: 'the run’s own: default',
      over: '4f: node-http2',
    },
  ]);
  expect(found?.tables.map(({ id }) => id)).toEqual(['table-factors-4f']);
  // ÷: 1/4, 1/2, 1/3, 1/5. −: 10 − 300, 10 − 100, 10 − 200, 10 − 400.
  expect(texts(found?.tables[0])).toEqual([
    ['A3 node-http2, run’s own', '300.0', 'baseline', '250.0', 'baseline', '2.00', 'baseline', '4'],
    ['A3 node-http2, http2-write=64k', '100.0', '0.29', '10.0', '-240.0', '3.00', '1.50', '4'],
  ]);
  const [, ratio] = found?.tables[0]?.rows[1]?.figures ?? [];
  expect(ratio?.value).toBeCloseTo((1 / 3 + 1 / 4) / 2, 12);
  expect(ratio?.interval).toEqual({ low: 0.2, high: 0.5 });
});

test('an arm that the client limited is marked', () => {
  const limiter = { verdict: 'client', why: 'client: made up' } as const;
  const [arm] = rounds([[100], 90, 3], { factors: { http2WriteBytes: 65_536 } });
  if (!arm) throw new Error('no cell');
  const cells = [...rounds([[400], 100, 2]), { ...arm, cell: { ...arm.cell, limiter } }];
  const [table] = of(cells, { sweep: QUEUE })?.tables ?? [];
  expect(table?.rows.map(({ figures }) => figures[0]?.remark)).toEqual(['', 'client-limited']);
});

test('without the run’s own settings there is nothing to compare an arm with', () => {
  const found = of(rounds([[100], 90, 3], { factors: { http2WriteBytes: 65_536 } }), {
    sweep: [{ factor: 'http2-write', values: ['16k', '64k'] }],
  });
  expect(found?.swept[0]?.baseline).toBe('the run’s own: default, which it did not run');
  expect(found?.tables[0]?.rows[0]?.figures[1]).toMatchObject({ text: '–', remark: 'no baseline' });
});

test('networks of a sweep are compared with the first of them', () => {
  const [low, high] = ['4g+loss=0%', '4g+loss=1%'] as const;
  const found = of(
    [
      ...rounds([[100, 120], 90, 4], { network: low }),
      ...rounds([[300, 240], 80, 1], { network: high }),
    ],
    {
      sweep: [{ factor: 'loss', values: ['0%', '1%'] }],
      scenarios: ['4f'],
      variants: ['node-http2'],
    },
    [networkOf(low, {}), networkOf(high, {})],
  );
  expect(found?.swept[0]).toMatchObject({
    baseline: `the first of its values: ${low}`,
    over: `4f: node-http2 (it makes networks: ${low}, ${high})`,
  });
  expect(texts(found?.tables[0])).toEqual([
    [`A3 node-http2, ${low}`, '100.0', 'baseline', '20.0', 'baseline', '4.00', 'baseline', '2'],
    [`A3 node-http2, ${high}`, '240.0', '2.50', '190.0', '170.0', '1.00', '0.25', '2'],
  ]);
});

test('where a factor was swept beside networks, each arm is compared over them', () => {
  const [low, high] = ['4g+loss=0%', '4g+loss=1%'] as const;
  const factors = { http2WriteBytes: 65_536 };
  const found = of(
    [
      ...rounds([[100], 90, 4], { network: low, factors }),
      ...rounds([[300], 80, 1], { network: high, factors }),
    ],
    {
      sweep: [
        { factor: 'loss', values: ['0%', '1%'] },
        { factor: 'http2-write', values: ['16k', '64k'] },
      ],
      scenarios: ['4f'],
    },
    [networkOf(low, {}), networkOf(high, {})],
  );
  const table = found?.tables.find(({ id }) => id === 'table-factors-networks-4f');
  expect(texts(table)?.map(([header, , ratio]) => [header, ratio])).toEqual([
    [`A3 node-http2, http2-write=64k, ${low}`, 'baseline'],
    [`A3 node-http2, http2-write=64k, ${high}`, '3.00'],
  ]);
  expect(table?.notes[1]).toContain('which share a seed, and not what the networks make of it;');
});

test('a ratio of nearly nothing is not 0', () => {
  const found = of(
    [
      ...rounds([[20_000], 90, 4]),
      ...rounds([[50], 40, 4], { factors: { http2WriteBytes: 65_536 } }),
    ],
    { sweep: QUEUE },
  );
  expect(found?.tables[0]?.rows[1]?.figures[1]?.text).toBe('0.0025');
});

test('arms of other scenarios are told by the tables that have them', () => {
  const where = { variant: 'node-ws', network: '4g', round: 0, scenario: '1a' } as const;
  const cell = cellOf({ ...where, factors: { encoding: 'base64-json' } }, []);
  const found = of([cell], { sweep: [{ factor: 'encoding', values: ['raw', 'base64-json'] }] });
  expect(found?.tables).toEqual([]);
  expect(found?.elsewhere.map(({ id }) => id)).toEqual(['table-1']);
});

test.each([
  [{ seedsLosses: true }, 'share a seed and its losses;'],
  [{ seedsLosses: false }, 'share a seed, but not its losses'],
  // Older runs have no such field.
  [{}, 'share a seed and its losses;'],
  [{ backend: 'dnctl' }, 'share a seed, but not its losses'],
  [{ backend: 'tc', backendVersion: 'kernel 6.1.0, losses not seeded' }, 'but not its losses'],
])('arms over a network of %j say what a pair of rounds shares', (made, words) => {
  const queued = { factors: { http2WriteBytes: 65_536 } };
  const cells = [...rounds([[400], 100, 2]), ...rounds([[100], 90, 3], queued)];
  const found = of(cells, { sweep: QUEUE }, [{ ...networkOf('4g', {}), ...made }]);
  expect(found?.tables[0]?.notes.join(' ')).toContain(words);
});
