import type { DownOrUp, LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import * as v from 'valibot';
import type { ArmedLosses } from '../../backend.ts';
import type { LinkLossControl } from '../../topology/packet-counter.ts';
import { firstLostPacket, lossProbabilities, seedsOf } from '../gilbert.ts';
import { plannedLosses } from './planned-losses.ts';
import { runScript } from './run-script.ts';

const SCRIPT = 'losses.py';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const Ids = v.object({ down: count, up: count });

const Counted = v.object({ lost: count, full: v.nullable(count), overflowed: count });
const Counts = v.object({ down: Counted, up: Counted });

/**
 * Random losses in front of a running rattan: a filter in the kernel, on the sockets by which
 * packets reach it. rattan's own losses can be neither begun anew nor counted while it runs. Its
 * seeded cell also lets packets pass that arrive before the first one of either direction is
 * forwarded, so that every third pair of links with one seed differed.
 */
export class RattanLosses implements LinkLossControl {
  readonly #pid: number;
  readonly #profile: NetworkProfile;
  /** Records and seeds of the sequences that have begun, and what is planned for full-size packets. */
  #begun: {
    readonly ids: v.InferOutput<typeof Ids>;
    readonly seeds: Record<DownOrUp, number>;
    readonly armed: Partial<Record<DownOrUp, { readonly seed: number; readonly first: number }>>;
  } | null = null;
  #overflowed = { down: 0, up: 0 };

  /** @param pid of the emulator. */
  constructor(pid: number, profile: NetworkProfile) {
    this.#pid = pid;
    this.#profile = profile;
  }

  async begin(seed: number): Promise<boolean> {
    const seeds = seedsOf(seed);
    const sequence = (name: DownOrUp) => this.#sequence(name, seeds);
    const begun = await this.#run({ begin: { down: sequence('down'), up: sequence('up') } });
    this.#begun = { ids: v.parse(Ids, begun), seeds, armed: {} };
    this.#overflowed = { down: 0, up: 0 };
    return true;
  }

  async arm({ direction, seed, firstLoss }: ArmedLosses): Promise<boolean> {
    if (this.#begun === null) throw new Error('no losses have begun');
    const { ids, armed } = this.#begun;
    if (armed[direction]) throw new Error(`the losses of ${direction} are armed already`);
    const seeds = seedsOf(seed);
    const first = firstLostPacket(this.#profile[direction], firstLoss);
    armed[direction] = { seed: seeds[direction], first };
    // Infinity becomes null in JSON.
    const sequence = { ...this.#sequence(direction, seeds), first };
    await this.#run({ arm: { id: ids[direction], sequence } });
    return true;
  }

  /** rattan counts no drops of its queues: they are the rest of what did not arrive. */
  async count(
    passed: Parameters<LinkLossControl['count']>[0],
  ): ReturnType<LinkLossControl['count']> {
    if (this.#begun === null) throw new Error('no losses have begun');
    const { ids, seeds, armed } = this.#begun;
    const counts = v.parse(Counts, await this.#run({ count: ids }));
    const losses = (name: DownOrUp) => {
      const { lost, full, overflowed } = counts[name];
      this.#overflowed[name] += overflowed;
      const { sentPackets, receivedPackets } = passed[name];
      const rest = sentPackets - receivedPackets - lost - this.#overflowed[name];
      // Without a queue that can be full, the rest is nobody's, and shows as such.
      const queueDrops = this.#profile[name].queue === null ? 0 : Math.max(0, rest);
      const planned = (seed: number, packets: number, first?: number): number =>
        plannedLosses(this.#profile[name], seed, packets, first).length;
      const fullPackets = full ?? 0;
      const ofOthers = planned(seeds[name], sentPackets - fullPackets);
      const own = armed[name];
      const ofFull = own ? planned(own.seed, fullPackets, own.first) : 0;
      return {
        randomLosses: lost,
        queueDrops,
        plannedLosses: ofOthers + ofFull,
        ...(own && { fullPackets }),
      };
    };
    return { down: losses('down'), up: losses('up') };
  }

  #sequence(name: DownOrUp, seeds: Record<DownOrUp, number>) {
    return { seed: seeds[name], thresholds: lossThresholds(this.#profile[name]) };
  }

  async #run(command: object): Promise<unknown> {
    return JSON.parse(await runScript(SCRIPT, this.#pid, JSON.stringify(command)));
  }
}

/** Number of values of a draw: 53 bits, as many as a double has. */
const DRAWS = 2 ** 53;

/** A packet is lost when its draw is below the first, or after a loss below the second. */
export function lossThresholds({ lossFraction, lossBurstPackets }: LinkDirection): number[] {
  const [begin = 0, goOn = begin] = lossProbabilities(lossFraction, lossBurstPackets);
  return [begin, goOn].map((probability) => Math.ceil(probability * DRAWS));
}
