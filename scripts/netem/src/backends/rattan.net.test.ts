import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NetworkProfile } from '@holbench/results/network-profile';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LinkOptions } from '../backend.ts';
import { acceptBackend } from './acceptance/accept-backend.ts';
import { PLAIN_PROFILE } from './plain-profile.ts';
import { rattanBackend } from './rattan.ts';
import { writeConfig } from './rattan/config.ts';

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
  const tcp = { congestionControl: 'cubic', notsentLowatBytes: null };
  return { profile, seed: 7, tcp, logFolder: folder };
}

test('the configuration has the cells in order, with our units, queue and seeds', async () => {
  const config = await readFile(await writeConfig(options(PROFILE)), 'utf8');
  expect(config.replaceAll(folder, 'LOGS')).toBe(`[env]
mode = "Isolated"
[resource]
cpu = [0]
[links]
left = "up_rate"
up_rate = "up_delay"
up_delay = "right"
right = "down_loss"
down_loss = "down_rate"
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
[cells.down_loss]
type = "LossReplay"
trace = "LOGS/rattan-loss-down.json"
seed = 14
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

test('losses too many for runs so short are refused', () => {
  const down = { ...PLAIN_PROFILE.down, lossFraction: 0.7, lossBurstPackets: 1.5 };
  expect(rattanBackend.whyUnsupported({ ...PLAIN_PROFILE, down })).toMatch(/cannot come in bursts/);
  expect(rattanBackend.whyUnsupported(PROFILE)).toBeNull();
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
