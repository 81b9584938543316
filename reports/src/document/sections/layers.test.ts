import type { FactorValues } from '@holbench/factors/values';
import { expect, test } from 'vitest';
import { dataOf, holbCell, networkOf } from '../../../fixtures/claim-data.ts';
import { Relation } from '../../figures/relation.ts';
import { plainText, type Section, type TableBlock } from '../block.ts';
import { layersSection } from './layers.ts';

type Row = readonly [variant: string, ms: number, factors?: Partial<FactorValues>];

/** Six rounds of 4f over 4g: what a message waits in ms on its own connection. */
function of(rows: readonly Row[], scenario = '4f'): Section | null {
  const cells = rows.flatMap(([variant, ms, factors = {}]) =>
    [0, 1, 2, 3, 4, 5].map((round) =>
      holbCell(
        { variant, network: '4g', round, scenario, factors },
        { self: { ms: ms + round, mbps: 4 }, foreign: { ms: 5 } },
      ),
    ),
  );
  const made = dataOf([networkOf('4g', {})], cells);
  const variants = [...new Set(rows.map(([variant]) => variant))];
  const config = { ...made.manifest.config, scenarios: [scenario], variants };
  const data = { ...made, manifest: { ...made.manifest, config } };
  const generator = { commit: null, dirty: false };
  const relation = Relation.of(data);
  return layersSection({ data, relation, comparison: null, plots: [], generator });
}

const tables = (section: Section | null): TableBlock[] =>
  (section?.blocks ?? []).flatMap((block): TableBlock[] =>
    block.block === 'section' ? tables(block.section) : block.block === 'table' ? [block] : [],
  );

const shown = (section: Section | null) =>
  tables(section).map(({ title, rows }) => [
    title,
    ...rows.map(({ group, cells: [first] }) => `${group}: ${first && plainText(first.text)}`),
  ]);

const AS_SHIPPED: Row[] = [
  ['caddy-http2', 40],
  ['caddy-http3', 20],
  ['envoy-http3', 60],
];

test('rows differ in one layer', () => {
  expect(shown(of(AS_SHIPPED))).toEqual([
    ['HOLB delay by protocol and program, ms', 'As shipped: HTTP/2', 'As shipped: HTTP/3'],
    ['What the protocol does', 'Behind Caddy: C2 caddy-http2', 'Behind Caddy: C1 caddy-http3'],
    [
      'What the implementation does',
      'HTTP/3 behind a proxy: C1 caddy-http3',
      'HTTP/3 behind a proxy: D1 envoy-http3',
    ],
  ]);
});

test('rows that send by one congestion control have tables of their own', () => {
  const section = of([
    ...AS_SHIPPED,
    ['caddy-http2', 30, { congestionControl: 'reno' }],
    ['envoy-http3', 25, { quicCongestionControl: 'reno' }],
    // Another factor is another question.
    ['envoy-http3', 25, { quicCongestionControl: 'reno', bulkStreams: 6 }],
  ]);
  expect(shown(section)[0]).toEqual([
    'HOLB delay by protocol and program, ms',
    'As shipped: HTTP/2',
    'As shipped: HTTP/3',
    'Each with its own reno: HTTP/2',
    'Each with its own reno: HTTP/3',
  ]);
  const own = tables(section)[0]
    ?.rows.at(-1)
    ?.cells.map(({ text }) => plainText(text));
  // Caddy's, which is Reno as shipped, and Envoy's arm.
  expect(own).toEqual(['HTTP/3', '17.5', '22.5']);
  expect(shown(section).slice(3)).toEqual([
    [
      'What the protocol does, each with its own reno',
      'Behind Caddy: C2 caddy-http2, tcp-cc=reno',
      'Behind Caddy: C1 caddy-http3',
    ],
    [
      'What the implementation does, each with its own reno',
      'HTTP/3 behind a proxy: C1 caddy-http3',
      'HTTP/3 behind a proxy: D1 envoy-http3, quic-cc=reno',
    ],
  ]);
  const baseline = tables(section)[4]?.rows[1]?.cells[4];
  expect(baseline && plainText(baseline.text)).toContain('5.00');
});

test('uploads are sent by the browser, so what servers send by tells nothing of them', () => {
  const section = of([...AS_SHIPPED, ['envoy-http3', 25, { quicCongestionControl: 'reno' }]], '4g');
  expect(shown(section).map(([title]) => title)).not.toContain(
    'What the implementation does, each with its own reno',
  );
});
