import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Link } from '@holbench/netem/backend';
import { firstLostPacket } from '@holbench/netem/backends/gilbert';
import { PLAIN_PROFILE } from '@holbench/netem/backends/plain-profile';
import { rattanBackend } from '@holbench/netem/backends/rattan';
import { plannedLosses } from '@holbench/netem/backends/rattan/planned-losses';
import { findPython } from '@holbench/netem/find-python';
import { DEFAULT_TCP } from '@holbench/netem/tcp-options';
import { runTool } from '@holbench/process/run-tool';
import type { DownOrUp, LinkDirection } from '@holbench/results/network-profile';
import { seededRandom } from '@holbench/stats/seeded-random';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changed } from '../../scripts/netem/fixtures/test-profiles.ts';

const MIXED = join(import.meta.dirname, 'mixed.py');
/** Lengths of IP packets on both sides of the limit: beacon, largest small one, smallest full one, QUIC's, TCP's. */
const SMALL = [60, 1_199];
const FULL = [1_200, 1_280, 1_500];
const PACKETS = 800;
const Arrived = v.object({ down: v.array(v.number()), up: v.array(v.number()) });
const ARMED_SEED = 12;

const why = await rattanBackend.whyUnavailable();
describe.skipIf(why !== null)(`armed losses${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let logFolder: string;
  beforeEach(async () => {
    logFolder = await mkdtemp(join(tmpdir(), 'holbench-armed-'));
  });
  afterEach(() => rm(logFolder, { recursive: true }));

  const start = (losses: Partial<LinkDirection>, seed = 7): Promise<Link> =>
    rattanBackend.start({
      profile: changed(PLAIN_PROFILE, losses),
      seed,
      tcp: DEFAULT_TCP,
      logFolder,
    });

  test.for<[DownOrUp, Partial<LinkDirection>, number]>([
    ['down', { lossFraction: 0.1 }, 0.95],
    ['up', { lossFraction: 0.1 }, 0],
    ['down', { lossFraction: 0.1, lossBurstPackets: 4 }, 0.7],
    ['up', { lossFraction: 0 }, 0.5],
  ])(
    'a link armed while packets cross it loses exactly the planned ones: %s, %o, u = %d',
    { timeout: 60_000 },
    async ([direction, losses, firstLoss]) => {
      await using link = await start(losses);
      const lengths = { down: mixed(1, 0.5), up: mixed(2, 0.5) };
      const sending = send(link, lengths);
      await delay(300);
      expect(await link.armLosses({ direction, seed: ARMED_SEED, firstLoss })).toBe(true);
      await expect(link.armLosses({ direction, seed: 1, firstLoss })).rejects.toThrow(
        `the losses of ${direction} are armed already`,
      );
      const lost = await sending;
      const counted = await link.packets();
      for (const way of ['down', 'up'] as const) {
        const count = counted?.[way];
        if (way !== direction) expect(count).not.toHaveProperty('fullPackets');
        const planned = lostOf(link, way, lengths[way], {
          seed: 7,
          fullPackets: count?.fullPackets ?? 0,
          firstLoss,
        });
        expect(lost[way]).toEqual(planned);
        expect(count).toMatchObject({
          sentPackets: PACKETS,
          receivedPackets: PACKETS - planned.length,
          randomLosses: planned.length,
          queueDrops: 0,
          plannedLosses: planned.length,
        });
      }
      // In the middle: before it and after it were full ones.
      const full = lengths[direction].filter(isFull).length;
      const fullPackets = counted?.[direction].fullPackets ?? 0;
      expect(fullPackets).toBeGreaterThan(full / 4);
      expect(fullPackets).toBeLessThan(full);

      expect(await link.beginLosses(8)).toBe(true);
      expect((await link.packets())?.[direction]).not.toHaveProperty('fullPackets');
      const disarmed = await send(link, lengths);
      const bySeed = { seed: 8, fullPackets: 0, firstLoss };
      expect(disarmed[direction]).toEqual(lostOf(link, direction, lengths[direction], bySeed));
    },
  );

  test(
    'links with one seed and quantile lose the same full packets, whatever else crosses them',
    { timeout: 60_000 },
    async () => {
      const fullLost = async (seed: number, lengths: readonly number[]) => {
        await using link = await start({ lossFraction: 0.1 }, seed);
        await link.armLosses({ direction: 'down', seed: ARMED_SEED, firstLoss: 0.9 });
        const { down } = await send(link, { down: lengths, up: mixed(seed, 0.3) });
        const full = lengths.flatMap((length, number) => (isFull(length) ? [number] : []));
        return full.flatMap((number, n) => (n < 200 && down.includes(number) ? [n] : []));
      };
      // Another seed for the small ones: they are other packets, and lost otherwise.
      const [few, many] = [await fullLost(7, mixed(3, 0.3)), await fullLost(9, mixed(4, 0.6))];
      expect(many).toEqual(few);
      // ln 0.1 ÷ ln 0.9 = 21.9.
      expect(few[0]).toBe(21);
      expect(few.length).toBeGreaterThan(5);
    },
  );

  test('arming is quick', async () => {
    await using link = await start({ lossFraction: 0.1 });
    const startedAt = performance.now();
    await link.armLosses({ direction: 'down', seed: ARMED_SEED, firstLoss: 0.5 });
    const armedMs = performance.now() - startedAt;
    console.log(`losses armed in ${armedMs.toFixed(0)} ms`);
    expect(armedMs).toBeLessThan(1_000);
  });
});

/** Lengths of packets, drawn by a seed. @param smallShare of all. */
function mixed(seed: number, smallShare: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: PACKETS }, () => {
    const lengths = random.below(100) < 100 * smallShare ? SMALL : FULL;
    return lengths[random.below(lengths.length)] ?? NaN;
  });
}

function isFull(length: number): boolean {
  return FULL.includes(length);
}

/** Sends packets of these lengths. @returns the numbers of those that did not arrive. */
async function send(
  { client, server }: Link,
  lengths: Record<DownOrUp, readonly number[]>,
): Promise<Record<DownOrUp, number[]>> {
  const given = [client, server, lengths.down, lengths.up].map((each) => JSON.stringify(each));
  const printed = await runTool((await findPython()) ?? 'python3', ['-I', '-B', MIXED, ...given]);
  const arrived = v.parse(Arrived, JSON.parse(printed));
  const missing = (way: DownOrUp): number[] => {
    const there = new Set(arrived[way]);
    return Array.from(lengths[way].keys()).filter((number) => !there.has(number));
  };
  return { down: missing('down'), up: missing('up') };
}

/** What is to be lost when the last `fullPackets` full ones drew from the armed sequence. */
function lostOf(
  { profile }: Link,
  way: DownOrUp,
  lengths: readonly number[],
  of: { readonly seed: number; readonly fullPackets: number; readonly firstLoss: number },
): number[] {
  const numbers = Array.from(lengths.keys());
  const full = numbers.filter((number) => isFull(lengths[number] ?? NaN));
  const armed = full.slice(full.length - of.fullPackets);
  const others = numbers.filter((number) => !armed.includes(number));
  const first = firstLostPacket(profile[way], of.firstLoss);
  const seedOf = (seed: number): number => 2 * seed + (way === 'up' ? 1 : 0);
  const lost = [
    ...plannedLosses(profile[way], seedOf(of.seed), others.length).map((n) => others[n]),
    ...plannedLosses(profile[way], seedOf(ARMED_SEED), armed.length, first).map((n) => armed[n]),
  ];
  return lost.flatMap((number) => number ?? []).toSorted((a, b) => a - b);
}
