import { setTimeout as delay } from 'node:timers/promises';
import { nowMs } from '@holbench/core/now-ms';
import { DISTURBED_AFTER_MS, disturbancesIn } from '@holbench/factors/disturbances';
import type { FactorValues } from '@holbench/factors/values';
import { changePorts, dropArrivals, portsTo } from '@holbench/netem/topology/disturb';
import type { Link } from '@holbench/netem/backend';
import type { Disturbed } from '@holbench/results/connection';

/** What disturbs the network of a cell. It ends with the link at the latest. */
export class Disturbance {
  #undo: () => Promise<void> = async () => {};
  /** Says how many sockets to the server are new since it began. */
  #newSockets: () => Promise<number> = async () => 0;

  /** @param port of the server. @returns when it was disturbed; null where the factors ask for nothing. */
  async begin(
    link: Pick<Link, 'client' | 'server'>,
    port: number,
    factors: Pick<FactorValues, 'outageMs' | 'rebind' | 'udp'>,
  ): Promise<Disturbed | null> {
    if (disturbancesIn(factors).length === 0) return null;
    const { outageMs, rebind, udp } = factors;
    await delay(DISTURBED_AFTER_MS);
    await this.end();
    const sockets = (): Promise<number[]> => portsTo(link.client, link.server.address, port);
    const before = await sockets();
    this.#newSockets = async () =>
      (await sockets()).filter((each) => !before.includes(each)).length;
    const fromMs = nowMs();
    if (rebind !== 'off') this.#undo = await changePorts(link, port);
    if (udp === 'drop') this.#undo = await dropArrivals(link, port, 'udp');
    if (outageMs === 0) return { fromMs, toMs: nowMs() };
    this.#undo = await dropArrivals(link, port, 'tcp, udp');
    await delay(outageMs);
    // Before: what arrives while the rules are taken away is no answer of before.
    const toMs = nowMs();
    await this.end();
    return { fromMs, toMs };
  }

  newSockets(): Promise<number> {
    return this.#newSockets();
  }

  /** Lets it be as before. */
  async end(): Promise<void> {
    const undo = this.#undo;
    this.#undo = async () => {};
    await undo();
  }
}
