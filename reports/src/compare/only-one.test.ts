import { VARIANTS } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import { MADE_UP_LATENCY } from '../../fixtures/made-figure.ts';
import { NOTHING } from '../figures/estimate.ts';
import type { Figure } from '../figures/figure.ts';
import { Relation } from '../figures/relation.ts';
import { onlyOneLines } from './only-one.ts';

function figure(id: string, changes: Partial<Figure> = {}): Figure {
  const variant = VARIANTS.find((each) => each.id === id);
  if (!variant) throw new Error(`no variant ${id}`);
  const place = {
    network: 'reference-4g',
    scenario: 'download',
    kind: 'text',
  } as const;
  const of = {
    variant,
    arm: '',
    metric: MADE_UP_LATENCY,
    series: '',
    ranked: true,
    cautions: [],
    ratio: null,
    cells: [],
  };
  return { ...NOTHING, ...place, ...of, state: 'ok', value: 1, ...changes };
}

const lines = (here: readonly Figure[], there: readonly Figure[]) =>
  onlyOneLines(new Relation(here, here), new Relation(there, there));

test('variants are of one line where they lack the same places, over all networks', () => {
  const [ws, uws] = ['node-ws', 'uws-ws'] as const;
  const over = (id: string, network: string) =>
    ['download', 'upload'].map((scenario) => figure(id, { network, scenario }));
  const here = ['reference-4g', 'reference-3g'].flatMap((network) => [
    ...over(ws, network),
    ...over(uws, network),
  ]);
  const there = ['reference-4g', 'reference-3g'].flatMap((network) => over(ws, network));
  expect(lines(here, there)).toEqual([
    'reference-4g, reference-3g: only in this run: B1 uws-ws in download text; upload text',
  ]);
});

test('arms are rows of their own', () => {
  const arm = figure('node-http2', { arm: 'http2-write=16k' });
  expect(lines([figure('node-http2')], [figure('node-http2'), arm])).toEqual([
    'reference-4g: only in the other run: A3 node-http2, http2-write=16k in download text',
  ]);
});

test('a variant of which nothing was measured is not there; one that failed is', () => {
  const uws = (state: Figure['state']) => figure('uws-ws', { state, value: null });
  const ws = figure('node-ws');
  expect(lines([ws, uws('unsupported')], [ws])).toEqual([]);
  expect(lines([ws, uws('not-run')], [ws, uws('failed')])).toEqual([
    'reference-4g: only in the other run: B1 uws-ws in download text',
  ]);
});
