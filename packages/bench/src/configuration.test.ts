import { describe, expect, it } from 'vitest';
import { configure } from './configuration.ts';

describe('configure', () => {
  it('takes everything from the preset', () => {
    const configuration = configure('full');
    expect(configuration).toMatchObject({ preset: 'full', rounds: 5, users: 61, seed: 1 });
    expect(configuration.binaryBatches).toEqual([10, 20, 30, 50, 100]);
    expect(configuration.variants).toHaveLength(6);
    expect(configuration.networks).toEqual(['none']);
  });

  it('lets the command line override it, in the order of the registries', () => {
    const configuration = configure('smoke', {
      variants: ['caddy-http3', 'node-ws'],
      kinds: ['binary'],
      rounds: 2,
      fileSize: 5,
    });
    expect(configuration.variants).toEqual(['node-ws', 'caddy-http3']);
    expect(configuration).toMatchObject({ kinds: ['binary'], rounds: 2, fileBytes: 5 });
  });
});
