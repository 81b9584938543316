import { runTool } from '@holbench/process/run-tool';
import type { DownOrUp, NetworkProfile } from '@holbench/results/network-profile';
import type { LinkLossControl } from '../../topology/packet-counter.ts';
import { seedsOf } from '../gilbert.ts';
import { DEVICES } from './middle.ts';
import { HANDLES, lossCommand } from './shaping.ts';

type Drops = Record<DownOrUp, { readonly randomLosses: number; readonly queueDrops: number }>;

const NONE: Drops = {
  down: { randomLosses: 0, queueDrops: 0 },
  up: { randomLosses: 0, queueDrops: 0 },
};

/** Losses of a running link, by the qdiscs in its middle namespace. */
export class TcLosses implements LinkLossControl {
  readonly #namespace: string;
  readonly #profile: NetworkProfile;
  readonly #isSeedable: boolean;
  #before = NONE;

  /** @param namespace name of the middle namespace. */
  constructor(namespace: string, profile: NetworkProfile, isSeedable: boolean) {
    this.#namespace = namespace;
    this.#profile = profile;
    this.#isSeedable = isSeedable;
  }

  async begin(seed: number): Promise<boolean> {
    if (this.#isSeedable) {
      const seeds = seedsOf(seed);
      const commands = (['down', 'up'] as const).map((name) =>
        lossCommand(DEVICES[name], this.#profile[name], seeds[name]),
      );
      const input = `${commands.join('\n')}\n`;
      await runTool('tc', ['-netns', this.#namespace, '-batch', '-'], { input });
    }
    this.#before = await this.#read();
    return this.#isSeedable;
  }

  /** netem does not tell full-size packets from others. */
  async arm(): Promise<boolean> {
    return false;
  }

  async count(): Promise<Drops> {
    const now = await this.#read();
    const since = (name: DownOrUp) => ({
      randomLosses: now[name].randomLosses - this.#before[name].randomLosses,
      queueDrops: now[name].queueDrops - this.#before[name].queueDrops,
    });
    return { down: since('down'), up: since('up') };
  }

  async #read(): Promise<Drops> {
    return parseDrops(await runTool('tc', ['-netns', this.#namespace, '-s', 'qdisc', 'show']));
  }
}

/** A qdisc and the first line of its statistics. */
const QDISC = /^qdisc \S+ (?<handle>\S+) dev (?<dev>\S+) .*\n.*\(dropped (?<drops>\d+),/gm;

/**
 * Drops since the link was made. netem counts its own losses and those of the qdiscs inside it.
 * @param text of `tc -s qdisc show`. With `-j`, iproute2 6.1 prints no valid JSON for HFSC.
 */
export function parseDrops(text: string): Drops {
  const qdiscs = [...text.matchAll(QDISC)].map(({ groups }) => groups);
  const drops = (name: DownOrUp) => {
    const of = (handle: string): number => {
      const found = qdiscs.find(
        (each) => each?.['dev'] === DEVICES[name].bottleneck && each['handle'] === handle,
      );
      return Number(found?.['drops'] ?? 0);
    };
    const queueDrops = of(HANDLES.queue);
    return { randomLosses: of(HANDLES.losses) - queueDrops, queueDrops };
  };
  return { down: drops('down'), up: drops('up') };
}
