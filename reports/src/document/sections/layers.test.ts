import { DEFAULT_FACTORS, type FactorValues } from '@holbench/factors/values';
import type { FinishedCell } from '@holbench/results/run-reader';
import { LABELS } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import { dataOf, freshCell, networkOf, sampleOf } from '../../../fixtures/made-cells.ts';
import { Relation } from '../../figures/relation.ts';
import { type Block, plainText, type Section, type TableBlock } from '../block.ts';
import { layersSection } from './layers.ts';

type Row = readonly [variant: string, ms: number, factors?: Partial<FactorValues>];

/** Six rounds of download over reference-4g: what a message waits in ms beside the transfer. */
function of(
  rows: readonly Row[],
  scenario = 'download',
  ofRun: Partial<FactorValues> = {},
  more: (cell: FinishedCell) => FinishedCell = (cell) => cell,
): Section | null {
  const cells = rows.flatMap(([variant, ms, factors = {}]) =>
    [0, 1, 2, 3, 4, 5].map((round) =>
      more(
        freshCell(
          { variant, network: 'reference-4g', round, scenario, factors },
          { duringMs: ms + round, aloneMs: 5, mbps: 4 },
        ),
      ),
    ),
  );
  const made = dataOf([networkOf('reference-4g', {})], cells);
  const variants = [...new Set(rows.map(([variant]) => variant))];
  const factors = { ...DEFAULT_FACTORS, ...ofRun };
  const config = { ...made.manifest.config, scenarios: [scenario], variants, factors };
  const data = { ...made, manifest: { ...made.manifest, config } };
  const generator = { commit: null, dirty: false };
  const relation = Relation.of(data);
  return layersSection({ data, relation, comparison: null, plots: [], generator });
}

const blocksOf = (section: Section | null): Block[] =>
  (section?.blocks ?? []).flatMap((block) =>
    block.block === 'section' ? blocksOf(block.section) : [block],
  );

const tables = (section: Section | null): TableBlock[] =>
  blocksOf(section).filter((block) => block.block === 'table');

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
    ['Added wait of loads by protocol and program, ms', 'As shipped: HTTP/2', 'As shipped: HTTP/3'],
    ['What the protocol does', 'Behind Caddy: C2 caddy-http2', 'Behind Caddy: C1 caddy-http3'],
    [
      'What the implementation does',
      'HTTP/3 behind a proxy: C1 caddy-http3',
      'HTTP/3 behind a proxy: D1 envoy-http3',
    ],
  ]);
});

test('a row says on which side of the baseline it is, and by how much', () => {
  const all = tables(of([...AS_SHIPPED, ['caddy-ws', 90], ['caddy-http1', 40]]));
  const against = all
    .slice(1)
    .flatMap(({ rows }) =>
      rows.map(({ cells: [name, , , , delay] }) =>
        [name, delay].flatMap((cell) => [cell?.text ?? [], ...(cell?.lines ?? [])]).map(plainText),
      ),
    );
  expect(against).toEqual([
    ['C2 caddy-http2', 'baseline'],
    ['C1 caddy-http3', '-20.0', '-20.1 to -20.0', 'less'],
    ['C3 caddy-http1', '0.00', '0.00–0.00', 'equivalent'],
    ['C4 caddy-ws', '50.0', '50.0–50.0', 'more'],
    ['C1 caddy-http3', 'baseline'],
    ['D1 envoy-http3', '40.0', '40.0–40.1', 'more'],
  ]);
});

/** Each load has an event beside it, which takes 100 ms longer on the transfer's connection. */
function withEvents({ cell, samples, ...rest }: FinishedCell): FinishedCell {
  const events = samples.map((sample) => {
    const ms = sample.outcome.status === 'ok' ? sample.outcome.durationMs : 0;
    const isSame = sample.label === LABELS.probe('same', 'load');
    const label = LABELS.probe(isSame ? 'same' : 'alone', 'event');
    return {
      ...sample,
      ...sampleOf(label, isSame ? ms + 100 : ms, sample.index, sample.intendedAtMs),
    };
  });
  const all = [...samples, ...events];
  return { ...rest, cell: { ...cell, samples: all.length }, samples: all };
}

test('events have delays of their own', () => {
  const section = of(AS_SHIPPED, 'download', {}, withEvents);
  const [loads, events] = tables(section).map(({ title, rows }) => [
    title,
    ...rows.map(({ cells }) => cells.map(({ text }) => plainText(text))),
  ]);
  // (40 + 2.5 − 5) ms, and so on.
  expect([loads, events]).toEqual([
    [
      'Added wait of loads by protocol and program, ms',
      ['HTTP/2', '37.5', '–'],
      ['HTTP/3', '17.4', '57.5'],
    ],
    [
      'Added wait of events by protocol and program, ms',
      ['HTTP/2', '137.5', '–'],
      ['HTTP/3', '117.5', '157.5'],
    ],
  ]);
});

test('with factors of its own a run shows nothing as shipped', () => {
  const section = of(AS_SHIPPED, 'download', { congestionControl: 'bbr' });
  expect(shown(section)[0]?.slice(1)).toEqual([
    'With the run’s own factors: HTTP/2',
    'With the run’s own factors: HTTP/3',
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
    'Added wait of loads by protocol and program, ms',
    'As shipped: HTTP/2',
    'As shipped: HTTP/3',
    'Each program with its own reno: HTTP/2',
    'Each program with its own reno: HTTP/3',
  ]);
  const own = tables(section)[0]
    ?.rows.at(-1)
    ?.cells.map(({ text }) => plainText(text));
  // Caddy's, which is Reno as shipped, and Envoy's arm.
  expect(own).toEqual(['HTTP/3', '17.4', '22.4']);
  expect(shown(section).slice(3)).toEqual([
    [
      'What the protocol does, each program with its own reno',
      'Behind Caddy: C2 caddy-http2, tcp-cc=reno',
      'Behind Caddy: C1 caddy-http3',
    ],
    [
      'What the implementation does, each program with its own reno',
      'HTTP/3 behind a proxy: C1 caddy-http3',
      'HTTP/3 behind a proxy: D1 envoy-http3, quic-cc=reno',
    ],
  ]);
  const baseline = tables(section)[4]?.rows[1]?.cells[4];
  expect(baseline && plainText(baseline.text)).toContain('5.01');
});

test('uploads are sent by the browser, so what servers send by tells nothing of them', () => {
  const section = of(
    [...AS_SHIPPED, ['envoy-http3', 25, { quicCongestionControl: 'reno' }]],
    'reference-4g',
  );
  expect(shown(section).map(([title]) => title)).not.toContain(
    'What the implementation does, each program with its own reno',
  );
});
