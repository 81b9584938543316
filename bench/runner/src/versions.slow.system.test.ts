import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { versionsOf } from '@holbench/harness/versions/fetch-version';
import { SOURCES } from '@holbench/harness/versions/sources';
import { findTools } from '@holbench/harness/tools';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runConfiguration } from '../fixtures/run-configuration.ts';
import { configure } from './configure.ts';

const tools = await findTools();
const isReachable = await versionsOf(SOURCES.ws).then(
  () => true,
  () => false,
);
const missing =
  tools.chromium === null ? 'no Chromium' : isReachable ? null : 'npm cannot be reached';
const skipped = missing === null ? '' : ` (skipped: ${missing})`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-versions-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.skipIf(missing !== null)(
  `cells run the versions that they ask for, and one that does not exist leaves its cells out${skipped}`,
  { timeout: 300_000 },
  async () => {
    const configuration = configure('smoke', {
      networks: ['loopback'],
      scenarios: ['connect'],
      kinds: ['text'],
      variants: ['node-ws', 'uws-ws', 'caddy-http2'],
      sweep: ['node=own,20.20.2,26.8.9', 'ws=own,8.18.0', 'caddy=own,2.8.4'],
    });
    const choice = { backend: null, why: 'loopback' };
    const making = { tcp: configuration.factors, needsLink: false, choice, tools };
    const { cells, manifest } = await runConfiguration(configuration, join(folder, 'run'), making);
    const of = (variant: string, arm: string) =>
      cells.find(({ cell }) => cell.variant === variant && cell.arm === arm)?.cell;

    expect(of('node-ws', '')).toMatchObject({ status: 'ok', valid: true });
    expect(of('node-ws', '')?.versions).toBeUndefined();
    expect(of('node-ws', 'node=20.20.2+ws=8.18.0')).toMatchObject({
      valid: true,
      versions: { node: '20.20.2', ws: '8.18.0' },
    });
    expect(of('uws-ws', 'node=20.20.2')).toMatchObject({
      valid: true,
      versions: { node: '20.20.2' },
    });
    expect(of('caddy-http2', 'caddy=2.8.4')).toMatchObject({
      valid: true,
      versions: { caddy: '2.8.4', 'quic-go': '0.44.0' },
    });
    expect(of('node-ws', 'node=26.8.9')).toMatchObject({
      status: 'unsupported',
      reasons: [expect.stringContaining('26.8.9 does not exist in npm; near it: 26.8.1')],
    });
    // What runs with some versions is supported.
    expect(manifest.unsupported).toEqual([]);
    expect(manifest.versions.servers?.['node-ws']?.['node']).not.toBe('20.20.2');
  },
);
