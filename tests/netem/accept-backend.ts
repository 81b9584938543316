import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backend, Link, LinkOptions } from '@holbench/netem/backend';
import { PLAIN_PROFILE } from '@holbench/netem/backends/plain-profile';
import { floodPhase } from '@holbench/netem/certify/flood-phase';
import { runStream } from '@holbench/netem/certify/run-measurement';
import { findPython } from '@holbench/netem/find-python';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';
import { namespaceNames } from '@holbench/netem/topology/namespaces';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { runTool } from '@holbench/process/run-tool';
import { UserError } from '@holbench/process/user-error';
import type { LinkLosses } from '@holbench/results/cell';
import type { NetworkProfile } from '@holbench/results/network-profile';
import { lossInterval } from '@holbench/stats/loss-interval';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changed, sendSteadily } from '../../scripts/netem/fixtures/test-profiles.ts';

const TRAFFIC = join(import.meta.dirname, 'traffic.py');
const BURST = join(import.meta.dirname, 'burst.py');
/** A tenth of 500 packets is lost, at a pace that a guest of the tests keeps up with. */
const LOSSY = changed(PLAIN_PROFILE, {
  rateKbps: 1000,
  delayMs: 10,
  lossFraction: 0.1,
  queue: { kind: 'droptail', limitBytes: 25_000 },
});
const PACKETS = 500;
/** An initial window, and a round trip over which it is paced: 100 ms. */
const BURST_PACKETS = 32;
const FAR = changed(PLAIN_PROFILE, { delayMs: 50 });
const NOTHING: LinkLosses = {
  sentPackets: 0,
  receivedPackets: 0,
  randomLosses: 0,
  queueDrops: 0,
};

interface Expectations {
  /** Time limit of set-up and tear-down together, in milliseconds. */
  readonly limitMs?: number;
}

/** Acceptance suite of every backend on this machine. */
export async function acceptBackend(
  backend: Backend,
  { limitMs = 2_000 }: Expectations = {},
): Promise<void> {
  const why = await backend.whyUnavailable();
  const title = `links of ${backend.id}${why === null ? '' : ` (skipped: ${why})`}`;
  describe.skipIf(why !== null)(title, () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'holbench-link-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    const start = (
      tcp: Partial<LinkOptions['tcp']> = {},
      profile: NetworkProfile = PLAIN_PROFILE,
    ): Promise<Link> =>
      backend.start({
        profile,
        seed: 1,
        tcp: { ...DEFAULT_TCP, ...tcp },
        logFolder: folder,
      });

    test('set-up and tear-down are quick and leave nothing', async () => {
      const before = ownNamespaces();
      const startedAt = performance.now();
      const link = await start();
      expect(ownNamespaces()).not.toEqual(before);
      await Promise.all([link.stop(), link.stop()]);
      expect(performance.now() - startedAt).toBeLessThan(limitMs);
      expect(ownNamespaces()).toEqual(before);
      if (link.emulatorPid !== null) expect(existsSync(`/proc/${link.emulatorPid}`)).toBe(false);
    });

    test('both sides are set as asked, and know each other by name', async () => {
      await using link = await start({
        congestionControl: 'reno',
        notsentLowatBytes: 16_384,
        initialWindowSegments: 32,
      });
      expect(link.sysctls).toMatchObject({
        'route-congctl': 'reno',
        'route-initcwnd': '32',
        'client-qdisc': 'noqueue',
        'server-qdisc': 'noqueue',
        'net.ipv4.tcp_notsent_lowat': '16384',
        'net.ipv4.tcp_no_metrics_save': '1',
      });
      for (const side of [link.client, link.server]) {
        const sysctl = '/proc/sys/net/ipv4/tcp_notsent_lowat';
        expect((await run(side, 'cat', sysctl)).trim()).toBe('16384');
        const hosts = await run(side, 'getent', 'hosts', 'client.holbench', 'server.holbench');
        expect(hosts.match(/^[\d.]+/gm)).toEqual(['10.77.0.1', '10.77.0.2']);
      }
    });

    test('TCP and UDP pass; no packet is larger than the MTU, congestion control is used', async () => {
      await using link = await start();
      expect(await traffic(link.client, link.server)).toEqual({
        upBytes: 300_000,
        downBytes: 300_000,
        datagrams: [1200, 1200, 1200, 1200, 1200],
        largestPacketBytes: 1500,
        control: ['cubic', 'cubic'],
      });
    });

    test('settings of TCP that cannot be made are refused, and leave nothing', async () => {
      const before = ownNamespaces();
      const refused = start({ congestionControl: 'nosuch' });
      await expect(refused).rejects.toBeInstanceOf(UserError);
      await expect(refused).rejects.toThrow(/no TCP congestion control "nosuch"; it has .*reno/);
      expect(ownNamespaces()).toEqual(before);
    });

    test('fq paces at the server’s device alone, or is refused where the kernel lacks it', async () => {
      const profile = backend.whyUnsupported(FAR) === null ? FAR : PLAIN_PROFILE;
      const tcp = { initialWindowSegments: BURST_PACKETS };
      await using unpaced = await start(tcp, profile);
      const unpacedMs = await burstMs(unpaced);
      const hasFq = await run(
        unpaced.server,
        'tc',
        'qdisc',
        'add',
        'dev',
        'hb0',
        'root',
        'fq',
      ).then(
        () => true,
        () => false,
      );
      const starting = start({ ...tcp, pacing: 'fq' }, profile);
      if (!hasFq) {
        await expect(starting).rejects.toThrow(
          'this kernel has no sch_fq, which paces TCP: try modprobe sch_fq, or leave out --pacing fq',
        );
        return;
      }
      await using paced = await starting;
      expect(paced.sysctls).toMatchObject({ 'client-qdisc': 'noqueue', 'server-qdisc': 'fq' });
      if (profile !== FAR) return;
      // Twice the window per round trip, after fq's credit of ten packets: 34 ms of 100.
      const pacedMs = await burstMs(paced);
      console.log(`${BURST_PACKETS} packets arrive in ${unpacedMs} ms, paced in ${pacedMs} ms`);
      expect(pacedMs - unpacedMs).toBeGreaterThan(15);
      const statistics = await run(paced.server, 'tc', '-j', '-s', 'qdisc', 'show', 'dev', 'hb0');
      // tc gives this name to the flows that wait now, and to the packets that have waited.
      const throttled = [...statistics.matchAll(/"throttled":(\d+)/g)].map(([, n]) => Number(n));
      expect(Math.max(...throttled)).toBeGreaterThan(BURST_PACKETS / 4);
    });

    const lossy = backend.whyUnsupported(LOSSY) === null ? LOSSY : PLAIN_PROFILE;

    test('one seed loses the same packets, where the backend says that losses are seeded', async () => {
      const arrived = async (): Promise<readonly number[][]> => {
        await using link = await start({}, lossy);
        const { down, up } = await sendSteadily(link, PACKETS);
        return [down.arrived, up.arrived];
      };
      const [first, second] = [await arrived(), await arrived()];
      if (await backend.seedsLosses()) expect(second).toEqual(first);
      else expect(second).not.toEqual(first);
    });

    test('a running link begins the losses of a seed, where it has any', async () => {
      await using link = await start({}, lossy);
      const isSeeded = (await backend.seedsLosses()) && lossy === LOSSY;
      const arrived = async (seed: number): Promise<readonly number[][]> => {
        expect(await link.beginLosses(seed)).toBe(isSeeded);
        const { down, up } = await sendSteadily(link, PACKETS);
        return [down.arrived, up.arrived];
      };
      const [first, other, again] = [await arrived(5), await arrived(6), await arrived(5)];
      if (isSeeded) expect(again).toEqual(first);
      if (lossy === LOSSY) expect(other).not.toEqual(first);
    });

    test('the first loss of a direction is given by rattan alone', async () => {
      await using link = await start({}, lossy);
      const armed = { direction: 'down', seed: 1, firstLoss: 0.5 } as const;
      expect(await link.armLosses(armed)).toBe(backend.id === 'rattan');
    });

    test('packets are counted, random losses apart from drops of a full queue', async () => {
      await using link = await start({}, lossy);
      const flood = floodPhase(lossy, { protocols: ['udp'], seconds: 1, fillsQueue: true });
      await link.beginLosses(2);
      const seen = await runStream(link, flood);
      const counted = await link.packets();
      for (const way of ['down', 'up'] as const) {
        const { sentPackets, receivedPackets, randomLosses, queueDrops, plannedLosses } =
          counted?.[way] ?? NOTHING;
        // Where the plan is known, it was kept.
        if (plannedLosses !== undefined) expect(randomLosses).toBe(plannedLosses);
        expect(sentPackets).toBe(seen[way].sentUs.length);
        expect(receivedPackets).toBe(seen[way].arrived.length);
        expect((randomLosses ?? NaN) + (queueDrops ?? NaN)).toBe(sentPackets - receivedPackets);
        // The flood is 1.5 × what the bottleneck takes, after the losses.
        const passing = sentPackets - (randomLosses ?? NaN);
        if (lossy === LOSSY) expect(queueDrops).toBeGreaterThan(passing / 10);
        const { low, high } = lossInterval(
          lossy[way],
          { sent: sentPackets, lost: randomLosses ?? NaN },
          0.99999,
        );
        expect(low).toBeLessThanOrEqual(lossy[way].lossFraction);
        expect(high).toBeGreaterThanOrEqual(lossy[way].lossFraction);
      }
      expect(await link.packets()).toEqual(counted);
      await link.beginLosses(3);
      expect(await link.packets()).toMatchObject({ down: NOTHING, up: NOTHING });
    });
  });
}

function ownNamespaces(): string[] {
  return namespaceNames().filter((name) => name.startsWith(`hb-${process.pid}-`));
}

function run(side: NetworkSide, ...command: [string, ...string[]]): Promise<string> {
  const { command: program, args } = commandIn(side, command[0], command.slice(1));
  return runTool(program, args);
}

/** What crosses between two sides, as they see it. */
async function traffic(...sides: [NetworkSide, NetworkSide]): Promise<unknown> {
  return JSON.parse(await pythonBetween(sides, ['-I', TRAFFIC]));
}

/** Runs a program of these tests between two sides. @returns what it prints. */
async function pythonBetween(
  sides: readonly NetworkSide[],
  args: readonly [option: string, ...string[]],
  ...more: string[]
): Promise<string> {
  const ends = sides.map((side) => JSON.stringify(side));
  return runTool((await findPython()) ?? 'python3', [...args, ...ends, ...more]);
}

/** How long the packets of an initial window take to arrive, from the first to the last. */
async function burstMs({ client, server }: Link): Promise<number> {
  return Number(await pythonBetween([client, server], ['-I', '-B', BURST], String(BURST_PACKETS)));
}
