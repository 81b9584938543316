import type { Backend } from '@holbench/netem/backend';
import { describe, expect, it } from 'vitest';
import { configure } from '../configure.ts';
import type { ConfiguredNetwork } from '../configuration.ts';
import { type MakingOptions, withChoice } from './bench-network.ts';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';

const ANYTHING: MakingOptions = {
  forced: undefined,
  tcp: DEFAULT_TCP,
  needsLink: false,
};
const NONE = { backend: null, why: 'needs root' };

function configured(network: string): ConfiguredNetwork {
  const [first] = configure('smoke', { networks: [network] }).networks;
  if (!first) throw new Error('no network');
  return first;
}

describe('a network of a run', () => {
  it('says what makes it, and why', async () => {
    const backend: Backend = {
      id: 'tc',
      whyUnavailable: async () => null,
      whyUnsupported: () => null,
      seedsLosses: async () => true,
      version: async () => 'kernel 6.1',
      start: () => Promise.reject(new Error('not to be started')),
    };
    const { record } = await withChoice(configured('reference-4g'), ANYTHING, {
      backend,
      why: 'it works',
    });
    expect(record).toMatchObject({
      profile: { id: 'reference-4g' },
      options: '--networks reference-4g',
      backend: 'tc',
      backendVersion: 'kernel 6.1',
      seedsLosses: true,
      why: 'it works',
      loopback: false,
      certificate: null,
    });
  });

  it('is loopback where nothing can make it and nothing is to be shaped', async () => {
    const { backend, record } = await withChoice(configured('ideal'), ANYTHING, NONE);
    expect(backend).toBeNull();
    expect(record).toMatchObject({ loopback: true, why: 'needs root' });
  });

  it.each([
    { what: 'is shaped', network: 'reference-4g', options: ANYTHING },
    {
      what: 'was to be made by one backend',
      network: 'ideal',
      options: { ...ANYTHING, forced: 'tc' },
    },
    {
      what: 'was to have TCP settings',
      network: 'ideal',
      options: { ...ANYTHING, needsLink: true },
    },
  ] as const)('is never loopback when it $what', async ({ network, options }) => {
    const { record } = await withChoice(configured(network), options, NONE);
    expect(record).toMatchObject({ loopback: false, backend: null });
  });
});
