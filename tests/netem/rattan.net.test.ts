import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinkOptions } from '@holbench/netem/backend';
import { PLAIN_PROFILE } from '@holbench/netem/backends/plain-profile';
import { rattanBackend } from '@holbench/netem/backends/rattan';
import { writeConfig } from '@holbench/netem/backends/rattan/config';
import { plannedLosses } from '@holbench/netem/backends/rattan/planned-losses';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';
import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acceptBackend } from './accept-backend.ts';
import { changed, sendSteadily } from '../../scripts/netem/fixtures/test-profiles.ts';

await acceptBackend(rattanBackend);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-rattan-'));
});
afterEach(() => rm(folder, { recursive: true }));

const PROFILE: NetworkProfile = {
  id: 'test',
  down: {
    rateKbps: 20_000,
    delayMs: 50,
    jitterMs: 0,
    lossFraction: 0.05,
    lossBurstPackets: 4,
    queue: { kind: 'droptail', limitBytes: 250_000 },
  },
  up: {
    rateKbps: 512.5,
    delayMs: 0.5,
    jitterMs: 0,
    lossFraction: 0,
    lossBurstPackets: 1,
    queue: { kind: 'codel', targetMs: 5, intervalMs: 100, limitBytes: 100_000 },
  },
};

function options(profile: NetworkProfile): LinkOptions {
  const tcp = DEFAULT_TCP;
  return { profile, seed: 7, tcp, logFolder: folder };
}

test('the configuration has the cells in order, with our units and queue', async () => {
  const config = await readFile(await writeConfig(options(PROFILE)), 'utf8');
  expect(config.replaceAll(folder, 'LOGS')).toBe(`[env]
mode = "Isolated"
[resource]
cpu = [0]
[links]
left = "up_rate"
up_rate = "up_delay"
up_delay = "right"
right = "down_rate"
down_rate = "down_delay"
down_delay = "left"
[cells.up_rate]
type = "Bw"
bandwidth = "512500bps"
queue = "CoDel"
queue_config = { byte_limit = 100000, target = "5000000ns", interval = "100000000ns" }
[cells.up_delay]
type = "Delay"
delay = "500000ns"
[cells.down_rate]
type = "Bw"
bandwidth = "20000000bps"
queue = "DropTail"
queue_config = { byte_limit = 250000 }
[cells.down_delay]
type = "Delay"
delay = "50000000ns"
`);
});

const why = await rattanBackend.whyUnavailable();
const skipped = why === null ? '' : ` (skipped: ${why})`;

test.skipIf(why !== null)(`an emulator that dies is noticed${skipped}`, async () => {
  await using link = await rattanBackend.start(options(PROFILE));
  // Of all process ids not 0, which is this test's own group.
  if (link.emulatorPid === null) throw new Error('no emulator');
  process.kill(link.emulatorPid, 'SIGKILL');
  expect(await link.ended).toBe(
    `the emulator rattan ended: signal SIGKILL (log: ${join(folder, 'rattan.log')})`,
  );
});

test.skipIf(why !== null)(
  `the emulator has large buffers and goes before other processes${skipped}`,
  async () => {
    await using _link = await rattanBackend.start(options(PROFILE));
    const log = await readFile(join(folder, 'rattan.log'), 'utf8');
    expect(log).toContain('receive buffers of 2 sockets: 16777216 bytes each');
    expect(log).toMatch(/\d threads under SCHED_FIFO/);
  },
);

const PACKETS = 1_000;
const LOSSES: Partial<LinkDirection>[] = [
  { lossFraction: 0.1 },
  { lossFraction: 0.1, lossBurstPackets: 4 },
  { lossFraction: 1 },
];

test.skipIf(why !== null).for(LOSSES)(
  `a link loses exactly the packets that its seed says: %o${skipped}`,
  { timeout: 60_000 },
  async (losses) => {
    const profile = changed(PLAIN_PROFILE, losses);
    await using link = await rattanBackend.start(options(profile));
    const lostByLink = async () => {
      const { down, up } = await sendSteadily(link, PACKETS);
      return { down: missing(down.arrived), up: missing(up.arrived) };
    };
    const lostBySeed = (seed: number) => ({
      down: plannedLosses(profile.down, 2 * seed, PACKETS),
      up: plannedLosses(profile.up, 2 * seed + 1, PACKETS),
    });
    expect(await lostByLink()).toEqual(lostBySeed(7));
    for (const seed of [0, 2 ** 31 - 1]) {
      expect(await link.beginLosses(seed)).toBe(true);
      expect(await lostByLink()).toEqual(lostBySeed(seed));
      const passed = (lost: readonly number[]) => ({
        sentPackets: PACKETS,
        receivedPackets: PACKETS - lost.length,
        randomLosses: lost.length,
        queueDrops: 0,
        plannedLosses: lost.length,
      });
      const { down, up } = lostBySeed(seed);
      expect(await link.packets()).toEqual({ down: passed(down), up: passed(up) });
    }
  },
);

function missing(arrived: readonly number[]): number[] {
  const there = new Set(arrived);
  return Array.from({ length: PACKETS }, (_, number) => number).filter((n) => !there.has(n));
}
