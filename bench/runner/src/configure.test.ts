import { describe, expect, it } from 'vitest';
import { configure } from './configure.ts';

const idsOf = ({ networks }: ReturnType<typeof configure>) =>
  networks.map(({ profile }) => profile.id);

describe('configure', () => {
  it('takes everything from the preset', () => {
    const configuration = configure('full');
    expect(configuration).toMatchObject({ preset: 'full', rounds: 5, users: 61, seed: 1 });
    expect(configuration.variants).toHaveLength(6);
    expect(idsOf(configuration)).toEqual([
      'ideal',
      'reference-4g',
      'reference-3g',
      'reference-high-loss',
    ]);
    expect(configuration.networks[0]?.workload.binaryBatches).toEqual([10, 20, 30, 50, 100]);
  });

  it('lets the command line override it, in the order of the registries', () => {
    const configuration = configure('smoke', {
      variants: ['caddy-http3', 'node-ws'],
      kinds: ['binary'],
      rounds: 2,
    });
    expect(configuration.variants).toEqual(['node-ws', 'caddy-http3']);
    expect(configuration).toMatchObject({ kinds: ['binary'], rounds: 2 });
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
      configure('standard', fileSize === undefined ? {} : { fileSize }).networks.map(
        ({ workload: { fileBytes, userFileBytes } }) => [fileBytes, userFileBytes],
      );
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
    const [slow, fast] = ofIdeal.networks.map(({ workload }) => workload);
    expect(slow).toEqual(fast);
  });

  it('refuses a network that it does not know', () => {
    expect(() => configure('smoke', { networks: ['5g'] })).toThrow('unknown network "5g"; known:');
  });
});
