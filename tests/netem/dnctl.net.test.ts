import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dnctlBackend } from '@holbench/netem/backends/dnctl';
import { certifyProfile } from '@holbench/netem/certify/certify';
import { formatCertificate } from '@holbench/netem/certify/format-certificate';
import { profileNamed } from '@holbench/netem/profiles';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';
import { expect, test } from 'vitest';
import { acceptBackend } from './accept-backend.ts';

/**
 * Has not run on a Mac yet: docs/networks.md says how to run it and where to send its output.
 */
await acceptBackend(dnctlBackend, { limitMs: 5_000, traces });

/** What the machine shows of a link. */
function traces(): string[] {
  return [
    ['ifconfig', 'lo0'],
    ['dnctl', 'list'],
    ['pfctl', '-a', 'com.apple/holbench', '-s', 'rules'],
    ['pfctl', '-a', 'com.apple/holbench', '-s', 'dummynet'],
    ['pfctl', '-s', 'References'],
  ].map(([command = '', ...args]) => spawnSync(command, args, { encoding: 'utf8' }).stdout);
}

const why = await dnctlBackend.whyUnavailable();

test.skipIf(why !== null).each(['ideal', 'reference-4g', 'reference-3g', 'reference-high-loss'])(
  `%s is what it is configured to be${why === null ? '' : ` (skipped: ${why})`}`,
  { timeout: 60_000 },
  async (id) => {
    const logFolder = await mkdtemp(join(tmpdir(), 'holbench-dnctl-'));
    try {
      const tcp = DEFAULT_TCP;
      const options = { profile: profileNamed(id), seed: 1, tcp, logFolder };
      const certificate = await certifyProfile(dnctlBackend, options);
      console.log(formatCertificate(certificate));
      expect(certificate.problems).toEqual([]);
    } finally {
      await rm(logFolder, { recursive: true });
    }
  },
);
