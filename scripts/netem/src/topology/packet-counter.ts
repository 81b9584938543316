import { setTimeout as delay } from 'node:timers/promises';
import type { LinkLosses } from '@holbench/results/cell';
import type { DownOrUp, LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import type { ArmedLosses, Link, LinkPackets } from '../backend.ts';
import { queueLimitBytes } from '../certify/flood-phase.ts';
import { JITTER_DEVIATIONS, serialisationMs } from '../certify/phase.ts';
import { readDevice } from './device-counters.ts';
import { MTU_BYTES } from './sides.ts';

/** What a backend does about losses while a link runs. Counts begin with the link. */
export interface LinkLossControl {
  /**
   * Begins new sequences of random losses, and counts from 0.
   * @returns false where losses cannot be seeded; only counting begins anew then.
   */
  begin(seed: number): Promise<boolean>;
  /** `Link.armLosses`. They end with the next `begin`. */
  arm(losses: ArmedLosses): Promise<boolean>;
  /** What became of packets that did not arrive. */
  count(
    passed: Readonly<Record<DownOrUp, Passed>>,
  ): Promise<Record<DownOrUp, Omit<LinkLosses, keyof Passed>>>;
}

/** Packets since the losses began. */
type Passed = Pick<LinkLosses, 'sentPackets' | 'receivedPackets'>;

/** Longest time that a packet is late on a busy machine, beyond its profile. */
const LATE_MS = 50;
/** Time limit for a link to become empty; longer where a trace has long gaps. */
const LIMIT_MS = 10_000;
const LEAST_READS = 4;

/** Counts the packets of both directions of a link, when none of them is on its way. */
export class PacketCounter {
  readonly #sides: Pick<Link, 'client' | 'server'>;
  readonly #losses: LinkLossControl;
  readonly #restMs: number;
  #before: Record<DownOrUp, Passed>;
  /** The counters of the last time when it was seen to be empty. */
  #empty: Record<DownOrUp, Passed> | null = null;

  private constructor(
    sides: Pick<Link, 'client' | 'server'>,
    profile: NetworkProfile,
    losses: LinkLossControl,
    before: Record<DownOrUp, Passed>,
  ) {
    this.#sides = sides;
    this.#losses = losses;
    this.#restMs = Math.max(longestTransitMs(profile.down), longestTransitMs(profile.up)) + LATE_MS;
    this.#before = before;
  }

  /** Counts from now on, over a link without packets. */
  static async start(
    sides: Pick<Link, 'client' | 'server'>,
    profile: NetworkProfile,
    losses: LinkLossControl,
  ): Promise<PacketCounter> {
    return new PacketCounter(sides, profile, losses, await readPassed(sides));
  }

  /** `Link.beginLosses` */
  async begin(seed: number): Promise<boolean> {
    const passed = await this.#whenEmpty();
    const isSeeded = await this.#losses.begin(seed);
    this.#before = passed;
    return isSeeded;
  }

  /** `Link.packets` */
  async read(): Promise<LinkPackets> {
    const now = await this.#whenEmpty();
    const passed = (name: DownOrUp) => ({
      sentPackets: now[name].sentPackets - this.#before[name].sentPackets,
      receivedPackets: now[name].receivedPackets - this.#before[name].receivedPackets,
    });
    const [down, up] = [passed('down'), passed('up')];
    const losses = await this.#losses.count({ down, up });
    return { down: { ...down, ...losses.down }, up: { ...up, ...losses.up } };
  }

  /**
   * Reads the counters until they stay the same for as long as a packet can be on the link: then
   * those sent before have arrived, and none was sent since. At once where none was sent since it was last seen empty.
   */
  async #whenEmpty(): Promise<Record<DownOrUp, Passed>> {
    const limitMs = Math.max(LIMIT_MS, LEAST_READS * this.#restMs);
    const deadline = performance.now() + limitMs;
    let before = await readPassed(this.#sides);
    if (this.#empty !== null && isSame(before, this.#empty)) return before;
    for (;;) {
      await delay(this.#restMs);
      const now = await readPassed(this.#sides);
      if (isSame(before, now)) return (this.#empty = now);
      if (performance.now() > deadline) {
        throw new Error(
          `packets still cross the link after ${Math.round(limitMs / 1_000)} s: they cannot be counted`,
        );
      }
      before = now;
    }
  }
}

async function readPassed({
  client,
  server,
}: Pick<Link, 'client' | 'server'>): Promise<Record<DownOrUp, Passed>> {
  const [atClient, atServer] = await Promise.all([readDevice(client), readDevice(server)]);
  return {
    down: { sentPackets: atServer.sentPackets, receivedPackets: atClient.receivedPackets },
    up: { sentPackets: atClient.sentPackets, receivedPackets: atServer.receivedPackets },
  };
}

function isSame(a: Record<DownOrUp, Passed>, b: Record<DownOrUp, Passed>): boolean {
  return (['down', 'up'] as const).every(
    (name) =>
      a[name].sentPackets === b[name].sentPackets &&
      a[name].receivedPackets === b[name].receivedPackets,
  );
}

/** Longest time of a packet on a link, in ms: a full queue, its own transmission, the delay; of a trace, without counts changing. */
export function longestTransitMs(side: LinkDirection): number {
  const queueBytes = side.queue === null ? 0 : queueLimitBytes(side.queue, MTU_BYTES);
  // Of a trace the longest time between two packets that leave: counters stand still no longer.
  const sendingMs = side.trace
    ? side.trace.longestGapMs + 2 * side.trace.stepMs
    : serialisationMs(side, queueBytes + MTU_BYTES);
  return sendingMs + side.delayMs + JITTER_DEVIATIONS * side.jitterMs;
}
