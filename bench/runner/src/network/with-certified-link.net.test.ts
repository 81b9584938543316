import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backend, LinkOptions } from '@holbench/netem/backend';
import { noneBackend } from '@holbench/netem/backends/none';
import { chooseBackend } from '@holbench/netem/choose-backend';
import { profileNamed } from '@holbench/netem/profiles';
import type { NetworkProfile } from '@holbench/results/network-profile';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brokenLink, withCertifiedLink } from './with-certified-link.ts';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';

const PROFILE = profileNamed('reference-4g');
const { backend, why } = await chooseBackend(PROFILE);
const skipped = backend === null ? ` (skipped: ${why})` : '';
const TIMEOUT_MS = 30_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-link-'));
});
afterEach(() => rm(folder, { recursive: true }));

function options(): LinkOptions {
  const tcp = { ...DEFAULT_TCP, congestionControl: 'reno' };
  return { profile: PROFILE, seed: 1, tcp, logFolder: folder };
}

/** Half the rate that the profile has. */
function slower(real: Backend): Backend {
  return {
    ...real,
    async start(given) {
      const half: NetworkProfile = {
        ...given.profile,
        down: { ...given.profile.down, rateKbps: 10_000 },
      };
      const link = await real.start({ ...given, profile: half });
      return { ...link, profile: given.profile };
    },
  };
}

test.skipIf(backend === null)(
  `a link at half its rate is not used${skipped}`,
  { timeout: TIMEOUT_MS },
  async () => {
    if (backend === null) return;
    let used = false;
    const result = await withCertifiedLink(slower(backend), options(), async () => {
      used = true;
    });
    expect(used).toBe(false);
    expect(result.failure).toMatch(/^network outside tolerance: .*down.*rate/);
    expect(result.certificate?.before.readings).toHaveLength(2);
    expect(result.certificate?.before.readings.at(-1)?.down.udpRateKbps).toBeLessThan(11_000);
    expect(result.certificate?.after).toBeNull();
  },
);

test.skipIf(backend?.id !== 'rattan')(
  `an emulator that ends takes what runs over it along${backend?.id === 'rattan' ? '' : ' (skipped: it is for rattan)'}`,
  { timeout: TIMEOUT_MS, retry: 2 },
  async () => {
    if (backend === null) return;
    const result = await withCertifiedLink(backend, options(), async (link) => {
      if (link.emulatorPid === null) throw new Error('no emulator');
      process.kill(link.emulatorPid, 'SIGKILL');
      await brokenLink(link);
    });
    expect(result.failure).toMatch(
      /^the emulator of the network ended: the emulator rattan ended: signal SIGKILL/,
    );
    expect(result.problem).toBeNull();
  },
);

test.skipIf((await noneBackend.whyUnavailable()) !== null)(
  'a network that cannot be made is a failure, not an end',
  async () => {
    const tcp = { ...DEFAULT_TCP, congestionControl: 'nonsense' };
    const result = await withCertifiedLink(noneBackend, { ...options(), tcp }, () =>
      Promise.resolve(),
    );
    expect(result).toMatchObject({ certificate: null, problem: null });
    expect(result.failure).toContain('no TCP congestion control "nonsense"');
  },
);
