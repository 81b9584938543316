import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rattanBackend } from '@holbench/netem/backends/rattan';
import { certifyProfile } from '@holbench/netem/certify/certify';
import { formatCertificate } from '@holbench/netem/certify/format-certificate';
import { NOTHING, profileOf } from '@holbench/netem/profile-settings';
import { networkNamed, profileNamed } from '@holbench/netem/profiles';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { LinkCertificate, type LinkReading } from '@holbench/results/link-certificate';
import type { NetworkProfile } from '@holbench/results/network-profile';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Job } from './certify-tc.ts';
import { runInGuest, whyNoGuest } from './run-in-guest.ts';

const noGuest = await whyNoGuest();
const noRattan = await rattanBackend.whyUnavailable();
const why = (reason: string | null): string => (reason === null ? '' : ` (skipped: ${reason})`);

/**
 * A guest has one slow CPU, and passes fewer packets per second than the certificates of faster
 * networks offer: `reference-high-loss` at a fifth of its rate.
 */
const PROFILES = [
  profileNamed('reference-3g'),
  profileOf('slow-reference-high-loss', {
    ...networkNamed('reference-high-loss').settings,
    down: 1_000,
    up: 500,
  }),
] as const;
const BURSTS = { down: 500, up: 500, delay: 40, jitter: 5, loss: 0.1, burst: 4 };
const PACKETS = 4_000;
/** Three times what each takes on a busy machine. */
const CERTIFY_SECONDS = 150;
const ACCEPT_SECONDS = 300;
/** Of a test: the guest boots first. */
const limitMs = (seconds: number): number => (seconds + 30) * 1_000;

/** Skipped by a kernel without netem, such as the reference machine's. */
const BACKEND_TESTS = 'tests/netem/tc.net.test.ts';
/** What the shell script in node_modules/.bin starts. */
const VITEST = 'node_modules/vitest/vitest.mjs';

const Sent = v.object({
  version: v.string(),
  arrived: v.object({ down: v.array(v.number()), up: v.array(v.number()) }),
});

describe.skipIf(noGuest !== null)(`tc in a User-Mode Linux guest${why(noGuest)}`, () => {
  let sent: v.InferOutput<typeof Sent>;
  beforeAll(async () => {
    const queue = { kind: 'codel' } as const;
    const profile = profileOf('bursts', { ...NOTHING, ...BURSTS, queue });
    sent = v.parse(Sent, await inGuest({ profile, packets: PACKETS }));
  }, limitMs(CERTIFY_SECONDS));

  /**
   * A busy host takes the guest its only CPU for longer than a reading lasts. A certificate out of
   * tolerance is not kept: a test that is tried again measures again.
   */
  const kept = new Map<string, LinkCertificate>();
  const byTc = async (profile: NetworkProfile): Promise<LinkCertificate> => {
    const certificate =
      kept.get(profile.id) ?? v.parse(LinkCertificate, await inGuest({ profile, packets: null }));
    if (certificate.problems.length === 0) kept.set(profile.id, certificate);
    return certificate;
  };

  test(
    `${BACKEND_TESTS} passes`,
    async () => {
      const { exitCode, stdout, stderr } = await runInGuest({
        command: process.execPath,
        args: [VITEST, 'run', '--reporter', 'verbose', BACKEND_TESTS],
        cwd: PROJECT_ROOT,
        env: { HOLBENCH_GUEST: '1', NO_COLOR: '1' },
        limitSeconds: ACCEPT_SECONDS,
      });
      expect(exitCode, `${stdout}\n${stderr}`).toBe(0);
      // There nothing was skipped.
      expect(stdout).toMatch(/links of tc > set-up and tear-down/);
      expect(stdout).not.toMatch(/skipped/);
    },
    limitMs(ACCEPT_SECONDS),
  );

  test.each(PROFILES)(
    '$id is what it is configured to be',
    async (profile) => {
      const certificate = await byTc(profile);
      expect(certificate.problems, formatCertificate(certificate)).toEqual([]);
    },
    limitMs(CERTIFY_SECONDS),
  );

  test('it says of what it is, and whether losses can be repeated', () => {
    expect(sent.version).toMatch(/^kernel 6\.\d+\.\d+, iproute2 [\d.]+, losses (not )?seeded/);
  });

  test('losses come in runs of the configured mean length', () => {
    const runs = [runsOfLosses(sent.arrived.down), runsOfLosses(sent.arrived.up)].flat();
    const lost = runs.reduce((sum, length) => sum + length, 0);
    // Both within 3.7 standard deviations: of the mean of about 200 runs of geometric length, and
    // of a share of losses in runs, whose variance is 2 B − 1 times that of independent ones.
    expect(Math.abs(lost / runs.length - BURSTS.burst)).toBeLessThan(0.9);
    expect(Math.abs(lost / (2 * PACKETS) - BURSTS.loss)).toBeLessThan(0.033);
  });

  test('with jitter packets keep their order', () => {
    for (const arrived of [sent.arrived.down, sent.arrived.up]) {
      expect(arrived).toEqual(arrived.toSorted((a, b) => a - b));
    }
  });

  describe.skipIf(noRattan !== null)(`and rattan on this machine${why(noRattan)}`, () => {
    test.each(PROFILES)(
      '$id is the same network',
      async (profile) => {
        const guest = await byTc(profile);
        const byRattan = await certifiedByRattan(profile);
        console.log([guest, byRattan].map(formatCertificate).join('\n'));
        expect(byRattan.problems).toEqual([]);
        expectAgreement(last(guest), last(byRattan), profile);
      },
      // Both certificates, where no test before kept the guest's.
      limitMs(2 * CERTIFY_SECONDS),
    );
  });
});

/** @returns what certify-tc.ts prints, not checked. */
async function inGuest(job: Job): Promise<unknown> {
  const { exitCode, stdout, stderr } = await runInGuest({
    command: process.execPath,
    args: [join(import.meta.dirname, 'certify-tc.ts'), JSON.stringify(job)],
    cwd: PROJECT_ROOT,
    limitSeconds: CERTIFY_SECONDS,
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function certifiedByRattan(profile: NetworkProfile): Promise<LinkCertificate> {
  const logFolder = await mkdtemp(join(tmpdir(), 'holbench-rattan-'));
  try {
    return await certifyProfile(rattanBackend, {
      profile,
      seed: 7,
      tcp: DEFAULT_TCP,
      logFolder,
    });
  } finally {
    await rm(logFolder, { recursive: true });
  }
}

/** The tolerances of a certificate, from one emulator to the other. */
function expectAgreement(a: LinkReading, b: LinkReading, profile: NetworkProfile): void {
  const rttMs = profile.down.delayMs + profile.up.delayMs;
  expectNear(a.rttMs?.median, b.rttMs?.median, Math.max(0.05 * rttMs, 1));
  for (const way of ['down', 'up'] as const) {
    const [x, y, rate] = [a[way], b[way], profile[way].rateKbps ?? Number.NaN];
    expectNear(x.udpRateKbps, y.udpRateKbps, 0.05 * rate);
    expectNear(x.tcpRateKbps, y.tcpRateKbps, 0.05 * rate);
    const limit = profile[way].queue?.kind === 'droptail' ? profile[way].queue.limitBytes : NaN;
    expectNear(x.queueBytes, y.queueBytes, 0.1 * limit);
    // Two 99 % intervals of one probability overlap.
    expect(x.loss?.low99).toBeLessThan(y.loss?.high99 ?? Number.NaN);
    expect(y.loss?.low99).toBeLessThan(x.loss?.high99 ?? Number.NaN);
  }
}

function expectNear(
  a: number | null | undefined,
  b: number | null | undefined,
  tolerance: number,
): void {
  expect(Math.abs((a ?? Number.NaN) - (b ?? Number.NaN))).toBeLessThanOrEqual(tolerance);
}

function last({ readings }: LinkCertificate): LinkReading {
  const reading = readings.at(-1);
  if (reading === undefined) throw new Error('a certificate without a reading');
  return reading;
}

/** Lengths of the gaps in what arrived of PACKETS numbered packets. */
function runsOfLosses(arrived: readonly number[]): number[] {
  const there = [-1, ...arrived.toSorted((a, b) => a - b), PACKETS];
  const gaps = there.slice(1).map((number, index) => number - (there[index] ?? 0) - 1);
  return gaps.filter((gap) => gap > 0);
}
