import { DEFAULT_FACTORS, parseFactors } from '@holbench/factors/values';
import { variant } from '@holbench/variants/registry';
import { describe, expect, test } from 'vitest';
import { configure } from './configure.ts';
import { assertObeyed, planCells } from './plan.ts';
import { armsOf, sweepsOf, type FactorOptions, needsLink } from './sweep.ts';

describe('a sweep', () => {
  test.each([
    ['colour=red,blue', /^--sweep: unknown factor "colour"; known: tcp-cc, .*queue$/],
    [
      'batch',
      /^--sweep: 'batch' is not a factor and its values; use notsent-lowat=default,16k or loss=0%,1%$/,
    ],
    ['batch=1ms', /^--sweep batch: '1ms' is one value; give two or more, or set it: --batch 1ms$/],
    ['batch=1ms,', /^--sweep batch: /],
    ['batch=1ms,1ms', /^--sweep batch: '1ms' is given twice; give each value once$/],
    [
      'notsent-lowat=16k,16384',
      /^--sweep notsent-lowat: '16k' is given twice; give each value once$/,
    ],
    [
      'loss=1%,',
      /^--sweep loss: '1%,' is not a list of values; use notsent-lowat=default,16k or loss=0%,1%$/,
    ],
  ])('%s is refused', (text, message) => {
    expect(() => sweepsOf({ sweep: [text] })).toThrow(message);
  });

  test('of the same factor twice, or of one that has a value, is refused', () => {
    const sweep = ['batch=0ms,1ms'];
    expect(() => sweepsOf({ sweep: [...sweep, ...sweep] })).toThrow('batch is swept twice');
    const both = '--batch: it is swept, too; give --batch or --sweep batch';
    expect(() => sweepsOf({ sweep, factors: { batch: '1ms' } })).toThrow(both);
    const network = { networks: ['reference-4g'], loss: '1%', sweep: ['loss=0%,2%'] };
    expect(() => configure('smoke', network)).toThrow(
      '--loss: it is swept, too; give --loss or --sweep loss',
    );
  });

  const arms = (id: string, sweep: readonly string[]) =>
    armsOf(
      { factors: DEFAULT_FACTORS, settings: sweepsOf({ sweep }) },
      { variant: variant(id), kind: 'text', features: ['bulk'] },
    );

  test('has an arm for every combination, named by what differs from the run', () => {
    const both = ['batch=0ms,1ms', 'notsent-lowat=default,16k'];
    expect(arms('node-ws', both).map(({ name }) => name)).toEqual([
      '',
      'notsent-lowat=16k',
      'batch=1ms',
      'notsent-lowat=16k+batch=1ms',
    ]);
    expect(arms('node-ws', both).at(-1)?.factors).toEqual({
      ...DEFAULT_FACTORS,
      batchMs: 1,
      notsentLowatBytes: 16_384,
    });
  });

  test('is planned where it makes a difference, with the run’s own settings where it does not', () => {
    const names = (id: string) => arms(id, ['http2-window=1m,4m']).map(({ name }) => name);
    expect(names('node-http2')).toEqual(['http2-window=1m', 'http2-window=4m']);
    expect(names('node-ws')).toEqual(['']);
  });

  test('of what none of the cells has is refused', () => {
    const configuration = configure('smoke', {
      variants: ['caddy-http3'],
      sweep: ['batch=0ms,1ms'],
    });
    expect(() => assertObeyed(configuration, planCells(configuration))).toThrow(
      '--sweep batch: makes no difference to any of the chosen cells',
    );
  });

  test('of a bulk window that holds no chunk is refused', () => {
    const sweep = ['bulk-window=none,64k'];
    const plan = (factors: Record<string, string>) =>
      planCells(configure('smoke', { scenarios: ['download'], sweep, factors }));
    expect(() => plan({})).toThrow(
      '--bulk-window 64k is less than a chunk, 100k: give a smaller --chunk-size, e.g. 16k',
    );
    expect(plan({ 'chunk-size': '16k' }).length).toBeGreaterThan(0);
  });

  test('gives its cells ids of their own, and the same seed in a round', () => {
    const configuration = configure('smoke', {
      variants: ['node-ws', 'caddy-http3'],
      scenarios: ['download'],
      sweep: ['notsent-lowat=default,16k'],
    });
    const cells = planCells(configuration);
    expect(cells.map(({ id }) => id).toSorted()).toEqual([
      'ideal/caddy-http3/download-text/0',
      'ideal/node-ws/download-text+notsent-lowat=16k/0',
      'ideal/node-ws/download-text/0',
    ]);
    expect(new Set(cells.map(({ seed }) => seed)).size).toBe(1);
  });
});

test.each<[string, FactorOptions, boolean]>([
  ['nothing', {}, false],
  ['another factor', { factors: { batch: '1ms' }, sweep: ['http2-write=default,16k'] }, false],
  ['TCP settings', { factors: { 'tcp-cc': 'reno' } }, true],
  ['a sweep of them', { sweep: ['notsent-lowat=default,16k'] }, true],
])('whether %s needs links of the bench', (_, chosen, needs) => {
  expect(needsLink(parseFactors(chosen.factors ?? {}), sweepsOf(chosen))).toBe(needs);
});
