import { checkSchema } from '@holbench/results/check-schema';
import { Manifest } from '@holbench/results/manifest';
import { describe, expect, test } from 'vitest';
import { manifest } from '../../../packages/results/fixtures/run-lines.ts';
import { configure, type Overrides } from './configure.ts';
import { planCells } from './plan.ts';
import type { PresetName } from './presets.ts';
import { configurationOf } from './resume.ts';

test('options choose among the cells of a preset with settings of its own, or are refused', () => {
  expect(() => configure('layers', { scenarios: ['connect'] })).toThrow(
    /^--scenarios: no cell of --preset layers is left; it has cells of --scenarios [\w,]*download[\w,]*; connect has text$/,
  );
  expect(() => configure('layers', { networks: ['reference-4g'] })).toThrow(
    /^--networks: --preset layers has/,
  );
  expect(() => configure('layers', { loss: '2%' })).toThrow(/^--loss: --preset layers has/);
  expect(() => configure('layers', { factors: { batch: '1ms' } })).toThrow(/^--batch: /);
  expect(() => configure('layers', { sweep: ['batch=0ms,1ms'] })).toThrow(/^--sweep: /);
});

test('shards together are the whole run', () => {
  const parts = ['1/3', '2/3', '3/3'].flatMap((shard) =>
    planCells(configure('layers', { shard })).map(({ id }) => id),
  );
  expect(parts.toSorted()).toEqual(
    planCells(configure('layers'))
      .map(({ id }) => id)
      .toSorted(),
  );
});

/** Ids of the cells of the first round. */
function idsOf(preset: PresetName, overrides: Overrides = {}): string[] {
  const cells = planCells(configure(preset, overrides));
  return cells.flatMap(({ id, round }) => (round === 0 ? [id] : [])).toSorted();
}

describe('standard', () => {
  const SIX_DOWNLOADS = [
    'reference-4g/node-http1/download-text+bulk=6/0',
    'reference-4g/uws-http1/download-text+bulk=6/0',
  ];
  const TUNED = {
    http2:
      'reference-4g/node-http2/download-text+notsent-lowat=16k+http2-write=16k+chunk-size=16k/0',
    nodeWs: 'reference-4g/node-ws/download-text+notsent-lowat=16k+chunk-size=16k/0',
    uwsWs: 'reference-4g/uws-ws/download-text+notsent-lowat=16k+chunk-size=16k/0',
  };
  const ARMS = [...SIX_DOWNLOADS, ...Object.values(TUNED)].toSorted();
  const arms = (overrides: Overrides) =>
    idsOf('standard', overrides).filter((id) => /-text\+/.test(id));
  const withLoss = (id: string) => id.replace('reference-4g', 'reference-4g+loss=1%');
  const withoutArm = (id: string) => id.replace(/-text\+[^/]+/, '-text');

  test('has six downloads of HTTP/1.1 and tuned arms as often as their baselines', () => {
    const cells = planCells(configure('standard'));
    const added = cells.filter(({ arm }) => arm !== '');
    expect(added).toHaveLength(8 * ARMS.length);
    expect(arms({})).toEqual(ARMS);
    // The same losses as without an arm.
    const one = new Map(cells.map(({ id, seed }) => [id, seed]));
    for (const { id, seed } of added) expect(one.get(withoutArm(id))).toBe(seed);
  });

  test.each<[string, Overrides, string[]]>([
    ['variants', { variants: ['node-ws', 'uws-http1'] }, [TUNED.nodeWs, ...SIX_DOWNLOADS.slice(1)]],
    ['other variants', { variants: ['caddy-http3'] }, []],
    ['scenarios', { scenarios: ['download'] }, ARMS],
    ['other scenarios', { scenarios: ['1a', 'connect'] }, []],
    ['networks', { networks: ['reference-4g', 'reference-3g'] }, ARMS],
    ['other networks', { networks: ['ideal'] }, []],
    ['a changed network', { loss: '1%', scenarios: ['download'] }, ARMS.map(withLoss)],
    ['kinds', { kinds: ['binary'] }, []],
    ['factors', { factors: { bulk: '1' } }, []],
    ['a sweep of networks', { sweep: ['loss=0%,0.5%'], scenarios: ['download'] }, []],
  ])('has of them what %s leave', (_, overrides, left) => {
    expect(arms(overrides)).toEqual(left);
  });

  test('has as many rounds of them as of the rest', () => {
    const cells = planCells(configure('standard', { rounds: 3 }));
    expect(cells.filter(({ arm }) => arm !== '')).toHaveLength(3 * ARMS.length);
  });

  test('is planned again from its manifest', () => {
    const configuration = configure('standard');
    const { networks, blocks, ...config } = configuration;
    const stored = checkSchema(
      Manifest,
      JSON.parse(
        JSON.stringify({
          ...manifest(),
          config,
          blocks,
          networks: networks.map((network) => ({ ...manifest().networks[0], ...network })),
        }),
      ),
    );
    expect(planCells(configurationOf(stored))).toEqual(planCells(configuration));
  });

  test('is the same run in shards; each has arms and their baselines together', () => {
    const whole = planCells(configure('standard')).map(({ id }) => id);
    const shards = ['1/3', '2/3', '3/3'].map((shard) =>
      planCells(configure('standard', { shard })).map(({ id }) => id),
    );
    expect(shards.flat().toSorted()).toEqual(whole.toSorted());
    for (const ids of shards) {
      for (const id of ids.filter((each) => each.includes('+'))) {
        expect(ids).toContain(withoutArm(id));
      }
    }
  });
});

describe('quick', () => {
  test('has no arms: it is a look', () => {
    expect(idsOf('quick').filter((id) => /-text\+/.test(id))).toEqual([]);
  });
});

describe('layers', () => {
  test('has every protocol behind both proxies, down and up, over both links', () => {
    const ids = idsOf('layers');
    for (const network of ['lte', 'reference-4g']) {
      for (const scenario of ['download', 'upload']) {
        for (const variant of ['node-http2', 'caddy-http3', 'caddy-ws-http2', 'envoy-http3']) {
          expect(ids).toContain(`${network}/${variant}/${scenario}-text/0`);
        }
        expect(ids).toContain(`${network}/caddy-http2/${scenario}-text+tcp-cc=reno/0`);
      }
      expect(ids).toContain(`${network}/envoy-http3/download-text+quic-cc=reno/0`);
    }
    expect(ids).toHaveLength(70);
  });
});

describe('wait', () => {
  const ids = idsOf('wait');
  /** Sorted names of the arms of a variant over a network. */
  const armsOver = (network: string, variant: string) => {
    const begin = `${network}/${variant}/download-text`;
    const own = ids.filter((id) => id.startsWith(begin));
    return own.map((id) => id.slice(begin.length, -'/0'.length)).toSorted();
  };

  test.each(['lte', 'reference-4g'])('has each setting where it applies, over %s', (network) => {
    const queues = ['+chunk-size=16k', '+notsent-lowat=16k', '+notsent-lowat=16k+chunk-size=16k'];
    const overTcp = ['', ...queues, '+tcp-cc=bbr'];
    for (const variant of ['node-ws', 'uws-ws']) {
      expect(armsOver(network, variant)).toEqual([...overTcp, '+bulk-window=512k'].toSorted());
    }
    expect(armsOver(network, 'caddy-http2')).toEqual(overTcp);
    expect(armsOver(network, 'node-http2')).toEqual(
      [
        ...overTcp,
        '+http2-write=16k',
        '+notsent-lowat=16k+http2-write=16k+chunk-size=16k',
      ].toSorted(),
    );
    // QUIC has no send buffer in a socket.
    expect(armsOver(network, 'caddy-http3')).toEqual(['', '+chunk-size=16k']);
  });

  test('has links with CoDel as shipped alone, and two rounds of all', () => {
    for (const network of ['lte+queue=codel', 'reference-4g+queue=codel']) {
      for (const variant of ['node-ws', 'uws-ws', 'node-http2', 'caddy-http2', 'caddy-http3']) {
        expect(armsOver(network, variant)).toEqual(['']);
      }
    }
    expect(planCells(configure('wait'))).toHaveLength(2 * ids.length);
    expect(ids).toHaveLength(62);
  });

  test('records the paths of all its cells, unless it is told otherwise', () => {
    expect(configure('wait').recordWait).toBe('all');
    expect(configure('wait', { recordWait: 'none' }).recordWait).toBe('none');
  });
});
