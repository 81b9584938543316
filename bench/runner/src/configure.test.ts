import { describe, expect, it } from 'vitest';
import { namesIn, workloadAt } from '@holbench/results/block';
import { configure } from './configure.ts';
import { unknownNetwork } from './network/target-network.ts';
import { planCells } from './plan.ts';

const idsOf = ({ networks }: ReturnType<typeof configure>) =>
  networks.map(({ profile }) => profile.id);

describe('configure', () => {
  it('takes everything from the preset', () => {
    const configuration = configure('full');
    expect(configuration).toMatchObject({ preset: 'full', seed: 1 });
    expect(new Set(configuration.blocks.map(({ rounds }) => rounds))).toEqual(new Set([5]));
    expect(namesIn(configuration, 'variants')).toHaveLength(6);
    expect(idsOf(configuration)).toEqual([
      'ideal',
      'reference-4g',
      'reference-3g',
      'reference-high-loss',
    ]);
    const workload = workloadAt(configuration, { network: 'ideal', scenario: '1a' });
    expect(workload).toMatchObject({ users: 61, binaryBatches: [10, 20, 30, 50, 100] });
  });

  it('lets the command line override it, in the order of the registries', () => {
    const configuration = configure('smoke', {
      variants: ['caddy-http3', 'node-ws'],
      kinds: ['binary'],
      rounds: 2,
    });
    for (const block of configuration.blocks) {
      expect(block).toMatchObject({
        variants: ['node-ws', 'caddy-http3'],
        kinds: ['binary'],
        rounds: 2,
      });
    }
  });

  it.each(['delay=10ms,10.0ms', 'down=1mbit,1000kbit', 'queue=100p,100P'])(
    'refuses the sweep %s, whose networks are the same',
    (sweep) => {
      expect(() => configure('smoke', { networks: ['reference-4g'], sweep: [sweep] })).toThrow(
        /make the same network$/,
      );
    },
  );

  it('moves less over a network that is shaped, unless told how much', () => {
    const sizes = (fileSize?: number) =>
      ['ideal', 'reference-4g'].map((network) => {
        const configuration = configure('standard', fileSize === undefined ? {} : { fileSize });
        const workload = workloadAt(configuration, { network, scenario: '1a' });
        return [workload.fileBytes, workload.userFileBytes];
      });
    const [ideal, shaped] = sizes();
    expect(ideal).toEqual([5 * 1024 ** 2, 5 * 1024 ** 2]);
    expect(shaped).toEqual([128 * 1024, 128 * 1024]);
    expect(sizes(5)).toEqual([
      [5, 5],
      [5, 5],
    ]);
  });

  it('says of each network what chooses it alone again', () => {
    const { networks } = configure('smoke', {
      networks: ['ideal', 'reference-4g'],
      loss: '1%',
      backend: 'rattan',
    });
    expect(networks.map(({ options }) => options)).toEqual(
      ['ideal', 'reference-4g'].map((name) => `--networks ${name} --loss 1% --backend rattan`),
    );
    expect(networks.map(({ profile }) => profile.id)).toEqual([
      'ideal+loss=1%',
      'reference-4g+loss=1%',
    ]);
  });

  it('makes a network of each value that is swept of it', () => {
    const configuration = configure('smoke', {
      networks: ['reference-4g'],
      sweep: ['loss=0%,1%', 'delay=10ms,50ms'],
    });
    expect(idsOf(configuration)).toEqual([
      'reference-4g+delay=10ms+loss=0%',
      'reference-4g+loss=0%',
      'reference-4g+delay=10ms+loss=1%',
      'reference-4g+loss=1%',
    ]);
    expect(configuration.networks[0]?.options).toBe(
      '--networks reference-4g --delay 10ms --loss 0%',
    );
    const ofIdeal = configure('smoke', { networks: ['ideal'], sweep: ['down=1mbit,1gbit'] });
    const [slow = '', fast = ''] = idsOf(ofIdeal);
    expect(workloadAt(ofIdeal, { network: slow, scenario: '1a' })).toEqual(
      workloadAt(ofIdeal, { network: fast, scenario: '1a' }),
    );
  });

  it('sweeps in a block that it adds, too', () => {
    const { blocks } = configure('quick', { scenarios: ['upload'], sweep: ['chunk-size=16k,32k'] });
    expect(blocks.map(({ scenarios, settings }) => [scenarios, settings])).toEqual([
      [['upload'], [{ factor: 'chunk-size', values: ['16k', '32k'] }]],
    ]);
  });

  it('leaves out tuned servers at a target: its network has no settings', () => {
    const cells = planCells(configure('default', unknownNetwork({ variants: ['node-ws'] })));
    const ids = cells.map(({ id }) => id);
    expect(ids).toContain('found/node-ws/download-text/0');
    expect(ids.filter((id) => id.includes('+'))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refuses a network that it does not know', () => {
    expect(() => configure('smoke', { networks: ['5g'] })).toThrow('unknown network "5g"; known:');
  });
});
