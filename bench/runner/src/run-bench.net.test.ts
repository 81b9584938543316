import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backend } from '@holbench/netem/backend';
import { noneBackend } from '@holbench/netem/backends/none';
import { profileNamed } from '@holbench/netem/profiles';
import { findTools } from '@holbench/harness/tools';
import type { Run } from '@holbench/results/run-reader';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runConfiguration } from '../fixtures/run-configuration.ts';
import { configure } from './configure.ts';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';

const tools = await findTools();
const unavailable = await noneBackend.whyUnavailable();
const skipped = unavailable === null ? '' : ` (skipped: ${unavailable})`;
const TIMEOUT_MS = 90_000;

const TCP = { ...DEFAULT_TCP, congestionControl: 'reno', notsentLowatBytes: 16_384 };
const MAKING = { tcp: TCP, needsLink: true };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-bench-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** One cell of `node-http1` over the network that `backend` makes. */
async function runOneCell(network: string, backend: Backend | null): Promise<Run> {
  const configuration = configure('smoke', {
    variants: ['node-http1'],
    networks: [network],
    scenarios: ['1a'],
    kinds: ['text'],
  });
  const choice = { backend, why: 'a test' };
  return runConfiguration(configuration, join(folder, 'run'), { ...MAKING, choice, tools });
}

/** Network namespaces that this process has made. */
function ownNamespaces(): string[] {
  return readdirSync('/run/netns').filter((name) => name.startsWith(`hb-${process.pid}-`));
}

// Repeated, because the machine may be too busy with other tests for a link to be as it should.
test.skipIf(unavailable)(
  `a cell runs inside the namespaces of a link, measured before and after${skipped}`,
  { timeout: TIMEOUT_MS, retry: 2 },
  async () => {
    const { manifest, cells } = await runOneCell('ideal', noneBackend);
    expect(manifest.networks).toMatchObject([
      {
        options: '--networks ideal',
        backend: 'none',
        loopback: false,
        sysctls: {
          'route-congctl': 'reno',
          'net.ipv4.tcp_notsent_lowat': '16384',
          'net.ipv4.tcp_no_metrics_save': '1',
        },
        certificate: { problems: [], backend: 'none' },
      },
    ]);
    expect(cells.map(({ cell }) => [cell.cell, cell.reasons, cell.valid])).toEqual([
      ['ideal/node-http1/1a-text/0', [], true],
    ]);
    const certificate = cells[0]?.cell.certificate;
    expect(certificate?.before.readings.at(-1)?.kind).toBe('check');
    expect(certificate?.after?.problems).toEqual([]);
    expect(cells[0]?.samples.every(({ outcome }) => outcome.status === 'ok')).toBe(true);
    expect(ownNamespaces()).toEqual([]);
  },
);

test.skipIf(unavailable)(
  `a network that is not what it should be runs no cell, and its reading is stored${skipped}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const { manifest, cells } = await runOneCell('reference-4g', misleading(noneBackend));
    expect(manifest.networks[0]?.certificate?.problems.length).toBeGreaterThan(0);
    const [only] = cells;
    expect(only?.cell).toMatchObject({ status: 'failed', valid: false, samples: 0 });
    expect(only?.cell.reasons[0]).toMatch(/^network outside tolerance: ./);
    expect(only?.cell.certificate?.before).toEqual(manifest.networks[0]?.certificate);
    expect(only?.cell.certificate?.after).toBeNull();
    expect(ownNamespaces()).toEqual([]);
  },
);

test(
  'what no backend can make is unsupported, with the reason',
  { timeout: TIMEOUT_MS },
  async () => {
    const { manifest, cells } = await runOneCell('reference-4g', null);
    expect(manifest.networks).toMatchObject([{ backend: null, loopback: false }]);
    expect(cells[0]?.cell).toMatchObject({ status: 'unsupported', reasons: ['a test'] });
  },
);

/** Makes links without any rate, delay or loss, whatever they are to be. */
function misleading(backend: Backend): Backend {
  return {
    ...backend,
    async start(options) {
      const link = await backend.start({ ...options, profile: profileNamed('ideal') });
      return { ...link, profile: options.profile };
    },
  };
}
