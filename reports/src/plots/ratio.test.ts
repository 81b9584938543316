import { expect, test } from 'vitest';
import { dataOf, holbCell, networkLike } from '../../fixtures/plot-data.ts';
import { Relation } from '../figures/relation.ts';
import type { Plot } from './plot.ts';
import { baseOf, ratioPlots } from './ratio.ts';

type Data = ReturnType<typeof dataOf>;

const LOSSY = 'reference-4g+delay=5ms+loss=2%';
const NETWORKS = [networkLike('reference-4g', 50, 0), networkLike(LOSSY, 5, 0.02)];
const ID = 'ratio-download-start-latency-caddy-http3-node-http2';

const pair = (network: string, seed: number, [h3, h2]: readonly [number | null, number | null]) =>
  (
    [
      ['caddy-http3', h3],
      ['node-http2', h2],
    ] as const
  ).map(([variant, ms]) =>
    holbCell(
      { network, variant, seed, round: seed, cell: `${network}/${variant}/${seed}` },
      { same: [ms, ms] },
    ),
  );

function maps(data: Data): Plot[] {
  return ratioPlots({ data, relation: Relation.of(data) }).filter(({ id }) =>
    id.includes('latency'),
  );
}

test('is paired by seed, over networks that differ in delay and loss alone', () => {
  const cells = [
    ...pair('reference-4g', 1, [20, 10]),
    ...pair('reference-4g', 2, [10, 20]),
    ...pair('reference-4g', 3, [10, 10]),
    ...pair(LOSSY, 1, [10, 40]),
    ...pair(LOSSY, 2, [10, 20]),
    ...pair(LOSSY, 3, [10, 40]),
    ...pair(LOSSY, 4, [10, 20]),
    ...pair(LOSSY, 5, [10, 40]),
    ...pair(LOSSY, 6, [10, 20]),
  ];
  const [map, ...others] = maps(dataOf(cells, NETWORKS));
  expect(others).toEqual([]);
  expect(map?.id).toBe(`${ID}-reference-4g`);
  expect(map?.alt).toBe(
    '100 ms and 0 % loss: 1.00 (0.18–5.59, 3 connections), no difference detected. ' +
      '10 ms and 2 % loss: 0.35 (0.24–0.53, 6 connections).',
  );
});

test('of one network is no map', () => {
  expect(maps(dataOf(pair('reference-4g', 1, [1, 2]), NETWORKS))).toEqual([]);
});

test('where no difference is shown, and there alone, a tile is hatched', () => {
  const rounds = [1, 2, 3, 4, 5, 6];
  const stripes = (ratio: number) => {
    const of = (network: string, ms: number) =>
      rounds.flatMap((seed) => pair(network, seed, [ms, 100]));
    const [map] = maps(dataOf([...of('reference-4g', 200), ...of(LOSSY, 100 * ratio)], NETWORKS));
    return (map?.svg.match(/stroke-opacity="0.4"[^>]*>(?:<path|<line)/g) ?? []).length;
  };
  expect([0.94, 0.96, 1.04, 1.06].map(stripes)).toEqual([0, 1, 1, 0]);
});

test('a ratio whose HTTP/3 side was not answered is a lower bound', () => {
  const cells = [...pair('reference-4g', 1, [null, 10]), ...pair(LOSSY, 1, [1, 2])];
  expect(maps(dataOf(cells, NETWORKS))[0]?.alt).toContain('0 % loss: ≥ 2,000');
});

test('a ratio to a lower bound is an upper bound, and of two lower bounds there is none', () => {
  const cells = [...pair('reference-4g', 1, [10, null]), ...pair(LOSSY, 1, [null, null])];
  const alt = maps(dataOf(cells, NETWORKS))[0]?.alt;
  expect(alt).toContain('0 % loss: ≤ 0.0005');
  expect(alt).toContain('2 % loss: unanswered.');
});

test('a map says why a tile shows no difference, or is empty', () => {
  const networks = [
    networkLike('reference-4g', 50, 0.01),
    networkLike('reference-4g+delay=5ms+loss=0%', 5, 0),
  ];
  const more = [...networks, networkLike('reference-4g+loss=0%', 50, 0)];
  const cells = [
    ...pair('reference-4g', 1, [1, 2]),
    ...pair('reference-4g+loss=0%', 1, [1, 2]).slice(1),
    ...pair('reference-4g+delay=5ms+loss=0%', 1, [1, 2]),
  ];
  const [map] = maps(dataOf(cells, more));
  expect(map?.svg.match(/>only 1 connection<\/tspan>/g)).toHaveLength(2);
  expect(map?.svg).toContain('>no valid pair</text>');
  expect(map?.svg).toContain('>not run</text>');
  expect(map?.alt).toContain(
    '100 ms and 1 % loss: 0.50 (only 1 connection), no difference detected. ',
  );
  expect(map?.alt).toContain('100 ms and 0 % loss: no valid pair');
});

test('has the variants with the run’s own factors', () => {
  const cells = NETWORKS.flatMap(({ profile: { id: network } }) => [
    ...pair(network, 1, [10, 20]),
    holbCell(
      { network, variant: 'node-http2', seed: 1, arm: 'http2-write=16k', cell: `${network}/arm` },
      { same: [5, 5] },
    ),
  ]);
  expect(maps(dataOf(cells, NETWORKS)).map(({ id }) => id)).toEqual([`${ID}-reference-4g`]);
});

test('groups networks by what else was changed', () => {
  expect(baseOf('reference-4g+delay=5ms+loss=2%+queue=codel')).toBe('reference-4g+queue=codel');
});
