import { variant as variantOf, variantIds } from '@holbench/variants/registry';
import { describe, expect, it } from 'vitest';
import { configure, type Overrides } from './configure.ts';
import { assertAmountsObeyed, assertObeyed, planCells } from './plan.ts';

const smoke = configure('smoke', {
  scenarios: ['1a', '1b', '2c', '2d', '3e'],
  variants: variantIds('default'),
});
const ids = (configuration = smoke) => planCells(configuration).map(({ id }) => id);
const withRounds = (configuration: typeof smoke, rounds: number) => ({
  ...configuration,
  blocks: configuration.blocks.map((block) => ({ ...block, rounds })),
});

describe('planCells', () => {
  it('plans every combination once', () => {
    expect(ids()).toHaveLength(6 * 5 * 2);
    expect(new Set(ids()).size).toBe(60);
    expect(ids()).toContain('ideal/node-http2/1a-text/0');
  });

  it('has each scenario and kind of smoke meet three protocols, and other variants with the other kind', () => {
    const alternating = configure('smoke');
    const parts = Map.groupBy(planCells(alternating), ({ scenario, kind }) => scenario + kind);
    expect(parts.size).toBe(5 * 2 + 4);
    for (const [part, cells] of parts) {
      const protocols = cells.map(({ variant }) => variantOf(variant).protocol).toSorted();
      expect(protocols, part).toHaveLength(3);
      expect(protocols.slice(1), part).toEqual(['http/1.1', 'websocket']);
    }
    const variants = planCells(alternating).flatMap(({ scenario, variant }) =>
      scenario === '1a' ? [variant] : [],
    );
    expect(variants.toSorted()).toEqual(variantIds('default').toSorted());
  });

  it('runs download and upload in rounds of their own number', () => {
    const scenarios = ['1a', 'download'] as const;
    const kinds = ['text'] as const;
    const configuration = configure('standard', { variants: ['node-ws'], scenarios, kinds });
    const cells = ids(configuration).filter((id) => !id.includes('+'));
    const of = (network: string, rounds: readonly number[]) => [
      ...rounds.map((round) => `${network}/node-ws/download-text/${round}`),
      `${network}/node-ws/1a-text/0`,
    ];
    expect(cells.toSorted()).toEqual(
      [...of('ideal', []), ...of('reference-4g', [0, 1, 2, 3, 4, 5, 6, 7])].toSorted(),
    );
  });

  it('has each kind of standard meet one network, and all that were chosen', () => {
    const parts = (network: string, configuration: ReturnType<typeof configure>) =>
      ids(configuration)
        .filter((id) => id.startsWith(`${network}/node-ws/`) && /^[^+]*\/0$/.test(id))
        .map((id) => id.split('/')[2] ?? '')
        .toSorted();
    const holb = ['connect-text', 'download-text'];
    const tables = (kind: string) => ['1a', '1b', '2c', '2d', '3e'].map((id) => `${id}-${kind}`);
    const standard = configure('standard');
    // A round of download without a network shows nothing.
    expect(parts('ideal', standard)).toEqual([...tables('binary'), 'connect-text']);
    expect(parts('reference-4g', standard)).toEqual([...tables('text'), ...holb]);
    const chosen = configure('standard', { kinds: ['text', 'binary'] });
    expect(parts('reference-4g', chosen)).toEqual(
      [...tables('text'), ...tables('binary'), ...holb].toSorted(),
    );
  });

  it('repeats itself for the same seed and differs for another', () => {
    expect(ids()).toEqual(ids({ ...smoke }));
    expect(ids()).not.toEqual(ids({ ...smoke, seed: 2 }));
  });

  it('finishes a round before it begins the next, each in its own order', () => {
    const cells = planCells(withRounds(smoke, 2));
    expect(cells.map(({ round }) => round)).toEqual([
      ...Array<number>(60).fill(0),
      ...Array<number>(60).fill(1),
    ]);
    const order = (round: number) =>
      cells.filter((cell) => cell.round === round).map(({ id }) => id.replace(/\/\d+$/, ''));
    expect(order(0)).not.toEqual(order(1));
    expect(order(0).toSorted()).toEqual(order(1).toSorted());
  });

  it('gives all variants of a round the same seed, and another in each round', () => {
    const cells = planCells({ ...withRounds(smoke, 2), seed: 7 });
    expect(new Set(cells.filter(({ round }) => round === 0).map(({ seed }) => seed))).toEqual(
      new Set([7]),
    );
    expect(new Set(cells.filter(({ round }) => round === 1).map(({ seed }) => seed))).toEqual(
      new Set([1_000_007]),
    );
  });

  it('refuses a window whose phases do not fit into the time-out', () => {
    const transfer = { networks: ['reference-4g'], scenarios: ['download'], transferTime: 20 };
    expect(() => planCells(configure('smoke', { ...transfer, timeout: 20 }))).toThrow(
      /^--transfer-time 20s: the phases of download take 24 s over reference-4g, longer than --timeout 20s; /,
    );
    expect(ids(configure('smoke', { ...transfer, timeout: 60 }))).not.toEqual([]);
  });

  it('refuses an amount that no chosen cell obeys, and more connections elsewhere than there are', () => {
    const refused = (overrides: Overrides) => {
      const cells = planCells(configure('quick', overrides));
      return () => assertAmountsObeyed(overrides, cells);
    };
    expect(refused({ users: 20 })).toThrow(
      /^--users: no chosen cell obeys it; leave it out, or choose --scenarios 1b,2d$/,
    );
    expect(refused({ users: 20, scenarios: ['1b'] })).not.toThrow();
    expect(refused({ transferTime: 20, connections: 2 })).not.toThrow();
    expect(refused({ otherConnections: 4 })).toThrow(
      '--other-connections 4: a cell has 3 connections; give --connections 4',
    );
  });

  it.each([
    [{ rebind: 'ports' }, ['loopback'], /^--rebind: loopback has no link to disturb/],
    [{ outage: '5s', rebind: 'ports' }, ['lte'], /^--outage and --rebind: one at a time/],
    [{ outage: '5s' }, ['lte'], /^--outage: .*; give --transfer-time 13s or more$/],
    [
      { fragment: '16k', 'send-order': 'in-order' },
      ['lte'],
      /^--fragment and --send-order in-order/,
    ],
    [{ ping: '1s', tabs: '2' }, ['lte'], /^--ping and --tabs: pings are of one connection/],
    [{ 'chunk-size': 'whole' }, ['lte'], /^--chunk-size whole: a file of 150m is more than/],
  ])('refuses %j over %j', (factors, networks, reason) => {
    const fileSize = 'chunk-size' in factors ? 150 * 1024 ** 2 : 1024 ** 2;
    const settings = { scenarios: ['download'], networks, factors, fileSize };
    expect(() => planCells(configure('quick', settings))).toThrow(reason);
  });

  it.each([
    [
      { 'upload-window': '64k' },
      ['1a', 'download'],
      [],
      String.raw`--upload-window 64k: makes no difference to any of the chosen cells; leave it out, or choose 2c \(binary\), 2d \(binary\), upload with any variant$`,
    ],
    [
      { bulk: '6' },
      ['connect'],
      [],
      '--bulk 6: .*, or choose download, upload.* with any variant$',
    ],
    [{ 'http2-write': '16k' }, ['download'], ['node-ws'], '--http2-write 16k: .* with node-http2'],
  ])('refuses a factor that no cell obeys: %o', (factors, scenarios, variants, why) => {
    const chosen = variants.length === 0 ? {} : { variants };
    const configuration = configure('standard', { scenarios, factors, ...chosen });
    const cells = planCells(configuration);
    expect(() => assertObeyed(configuration, cells)).toThrow(new RegExp(`^${why}`));
  });
});
