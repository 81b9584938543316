import { DEFAULT_FACTORS, type FactorValues } from '@holbench/factors/values';
import type { Block } from '@holbench/results/block';
import type { FinishedCell } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { cellOf, dataOf, freshCell, networkOf } from '../../../fixtures/made-cells.ts';
import { Relation } from '../../figures/relation.ts';
import type { ReportData } from '../../runs/report-data.ts';
import { plainText, type Section, type TableBlock } from '../block.ts';
import { factorsSection } from './factors.ts';

type Config = ReportData['manifest']['config'];
const QUEUE = [{ factor: 'http2-write', values: ['default', '64k'] }];
const QUEUED = { factors: { http2WriteBytes: 65_536 } };

function of(
  cells: readonly FinishedCell[],
  changes: Partial<Block>,
  networks = [networkOf('reference-4g', {})],
  factors: Config['factors'] = DEFAULT_FACTORS,
) {
  const made = dataOf(networks, cells, {
    scenarios: ['1a', 'download'],
    settings: [],
    ...changes,
  });
  const config = { ...made.manifest.config, factors };
  const data = { ...made, manifest: { ...made.manifest, config } };
  const generator = { commit: null, dirty: false };
  return factorsSection({
    data,
    relation: Relation.of(data),
    comparison: null,
    plots: [],
    generator,
  });
}

/** Rounds of download: what a message waits in ms beside the transfer and alone, and Mbit/s. */
function rounds(
  [same, alone, mbps]: readonly [readonly number[], number, number],
  where: { readonly network?: string; readonly factors?: Partial<FactorValues> } = {},
) {
  return same.map((ms, round) =>
    freshCell(
      { variant: 'node-http2', network: 'reference-4g', round, scenario: 'download', ...where },
      { duringMs: ms, aloneMs: alone, mbps },
    ),
  );
}

/** No message on the transfer's connection is answered. */
const stuck = (cells: readonly FinishedCell[]) =>
  cells.map(({ samples, ...rest }) => ({
    ...rest,
    samples: samples.map((sample) =>
      sample.label.includes('same')
        ? {
            ...sample,
            outcome: { status: 'failed', code: 'timeout', reason: '', afterMs: 20_000 } as const,
          }
        : sample,
    ),
  }));

const tables = (section: Section | null): TableBlock[] =>
  section?.blocks.filter((block) => block.block === 'table') ?? [];
const tableOf = (section: Section | null, id: string) =>
  tables(section).find((table) => table.id === id);
const texts = (table: TableBlock | undefined) =>
  table?.rows.map(({ cells }) => cells.map(({ text }) => plainText(text)));
const lines = (table: TableBlock | undefined, row: number, column: number) =>
  table?.rows[row]?.cells[column]?.lines?.map(plainText);
const said = (section: Section | null) =>
  section?.blocks.flatMap((block) => (block.block === 'prose' ? [plainText(block.text)] : []));

test('a run that neither sets nor sweeps anything has no section', () => {
  expect(of(rounds([[100], 50, 1]), {})).toBeNull();
});

test('factors that are not the default are told, with it', () => {
  const factors = { ...DEFAULT_FACTORS, http2WriteBytes: 65_536, bulkStreams: 6 };
  const section = of([], {}, [], factors);
  expect(said(section)).toEqual([
    'The run’s own factors differ from the defaults of its version (docs/settings.md), in brackets, in http2-write 64k (default), bulk 6 (1).',
  ]);
  expect(tables(section)).toEqual([]);
});

test('an arm is compared with the run’s own factors, paired by round', () => {
  const cells = [
    ...rounds([[400, 200, 300, 300, 350, 500], 100, 2]),
    ...rounds([[100, 100, 100, 100, 100, 100], 90, 3], QUEUED),
  ];
  const section = of(cells, { settings: QUEUE });
  expect(texts(tableOf(section, 'swept-factors'))).toEqual([
    ['http2-write', 'default, 64k', 'the run’s own: default', 'download: node-http2'],
  ]);
  const table = tableOf(section, 'table-factors-download');
  // The geometric mean of 400, 200, 300, 300, 350 and 500 is 328.6.
  expect(texts(table)).toEqual([
    ['A3 node-http2, run’s own', '328.6', 'baseline', '228.6', 'baseline', '2.00', 'baseline', '6'],
    ['A3 node-http2, http2-write=64k', '100.0', '0.30', '10.0', '-218.6', '3.00', '1.50', '6'],
  ]);
  expect(lines(table, 1, 2)).toEqual(['0.22–0.42']);
});

test('what was given up makes bounds of what is compared with it', () => {
  const own = rounds([[400, 200, 300, 300, 350, 500], 100, 2]);
  const arm = rounds([[100, 100, 100, 100, 100, 100], 90, 3], QUEUED);
  const at = (cells: readonly FinishedCell[]) => {
    const [, row] = texts(tableOf(of(cells, { settings: QUEUE }), 'table-factors-download')) ?? [];
    return [row?.[2], row?.[4]];
  };
  expect(at([...own, ...stuck(arm)])).toEqual(['≥ 60.9', '≥ 19,681']);
  expect(at([...stuck(own), ...arm])).toEqual(['≤ 0.0050', '≤ -19,890']);
  expect(at([...stuck(own), ...stuck(arm)])).toEqual(['failed', 'failed']);
});

test('an arm that the client limited is marked', () => {
  const limiter = { verdict: 'client', why: 'client: made up' } as const;
  const [arm] = rounds([[100], 90, 3], QUEUED);
  if (!arm) throw new Error('no cell');
  const connections = (arm.connections ?? []).map((each) => ({ ...each, limiter }));
  const cells = [...rounds([[400], 100, 2]), { ...arm, connections }];
  const table = tableOf(of(cells, { settings: QUEUE }), 'table-factors-download');
  expect([0, 1].map((row) => lines(table, row, 1))).toEqual([[], ['client-limited']]);
});

test('without the run’s own factors there is nothing to compare an arm with', () => {
  const section = of(rounds([[100], 90, 3], QUEUED), {
    settings: [{ factor: 'http2-write', values: ['16k', '64k'] }],
  });
  const table = tableOf(section, 'table-factors-download');
  expect(texts(table)?.[0]?.[2]).toBe('–');
  expect(lines(table, 0, 2)).toEqual(['no baseline']);
});

const [LOW, HIGH] = ['reference-4g+loss=0%', 'reference-4g+loss=1%'];
const LOSSES = { factor: 'loss', values: ['0%', '1%'] };

test('networks of a sweep are compared with the first of them', () => {
  const section = of(
    [
      ...rounds([[100, 120], 90, 4], { network: LOW }),
      ...rounds([[300, 240], 80, 1], { network: HIGH }),
    ],
    { settings: [LOSSES], scenarios: ['download'], variants: ['node-http2'] },
    [networkOf(LOW, {}), networkOf(HIGH, {})],
  );
  expect(texts(tableOf(section, 'swept-factors'))?.[0]?.slice(2)).toEqual([
    `the first of its values: ${LOW}`,
    `download: node-http2 (it makes networks: ${LOW}, ${HIGH})`,
  ]);
  expect(texts(tableOf(section, 'table-factors-networks-download'))).toEqual([
    [`A3 node-http2, ${LOW}`, '109.5', 'baseline', '19.5', 'baseline', '4.00', 'baseline', '2'],
    [`A3 node-http2, ${HIGH}`, '268.3', '2.45', '188.3', '168.8', '1.00', '0.25', '2'],
  ]);
});

test('where a factor was swept beside networks, each arm is compared over them', () => {
  const section = of(
    [
      ...rounds([[100], 90, 4], { network: LOW, ...QUEUED }),
      ...rounds([[300], 80, 1], { network: HIGH, ...QUEUED }),
    ],
    {
      settings: [LOSSES, { factor: 'http2-write', values: ['16k', '64k'] }],
      scenarios: ['download'],
    },
    [networkOf(LOW, {}), networkOf(HIGH, {})],
  );
  const table = tableOf(section, 'table-factors-networks-download');
  expect(texts(table)?.map(([header, , ratio]) => [header, ratio])).toEqual([
    [`A3 node-http2, http2-write=64k, ${LOW}`, 'baseline'],
    [`A3 node-http2, http2-write=64k, ${HIGH}`, '3.00'],
  ]);
  expect(table?.notes?.map(plainText)[1]).toContain('Connections of two networks share no losses');
});

test('a ratio of nearly nothing is not 0', () => {
  const cells = [...rounds([[20_000], 90, 4]), ...rounds([[50], 40, 4], QUEUED)];
  const table = tableOf(of(cells, { settings: QUEUE }), 'table-factors-download');
  expect(texts(table)?.[1]?.[2]).toBe('0.0025');
});

test('arms of other scenarios are told', () => {
  const where = { variant: 'node-ws', network: 'reference-4g', round: 0, scenario: '1a' } as const;
  const cell = cellOf({ ...where, factors: { encoding: 'base64-json' } }, []);
  const section = of([cell], {
    settings: [{ factor: 'encoding', values: ['raw', 'base64-json'] }],
  });
  expect(tables(section).map(({ id }) => id)).toEqual(['swept-factors']);
  expect(said(section)?.at(-1)).toBe(
    'Arms of other scenarios stand in their own tables: scenario 1a (text) over network reference-4g.',
  );
});

test.each([
  [{ seedsLosses: true }, 'share a seed and its losses.'],
  [{ seedsLosses: false }, 'share a seed, but not its losses'],
])('arms over a network of %j say what a pair of rounds shares', (made, words) => {
  const cells = [...rounds([[400], 100, 2]), ...rounds([[100], 90, 3], QUEUED)];
  const section = of(cells, { settings: QUEUE }, [{ ...networkOf('reference-4g', {}), ...made }]);
  expect(tableOf(section, 'table-factors-download')?.notes?.map(plainText).join(' ')).toContain(
    words,
  );
});
