import { setTimeout as delay } from 'node:timers/promises';
import { nowMs } from '@holbench/core/now-ms';
import { DISTURBED_AFTER_MS, disturbancesIn } from '@holbench/factors/disturbances';
import type { FactorValues } from '@holbench/factors/values';
import { changePorts, dropArrivals } from '@holbench/netem/topology/disturb';
import type { Link } from '@holbench/netem/backend';
import type { Disturbed } from '@holbench/results/connection';

/** What disturbs the network of a cell. It ends with the link at the latest. */
export class Disturbance {
  #undo: () => Promise<void> = async () => {};

  /** @param port of the server. @returns when it was disturbed; null where the factors ask for nothing. */
  async begin(
    link: Pick<Link, 'client' | 'server'>,
    port: number,
    factors: Pick<FactorValues, 'outageMs' | 'rebind' | 'udp'>,
  ): Promise<Disturbed | null> {
    if (disturbancesIn(factors).length === 0) return null;
    const { outageMs, rebind, udp } = factors;
    await delay(DISTURBED_AFTER_MS);
    const fromMs = nowMs();
    if (rebind !== 'off') this.#undo = await changePorts(link, port);
    if (udp === 'drop') this.#undo = await dropArrivals(link, port, 'udp');
    if (outageMs === 0) return { fromMs, toMs: nowMs() };
    this.#undo = await dropArrivals(link, port, 'tcp, udp');
    await delay(outageMs);
    await this.end();
    return { fromMs, toMs: nowMs() };
  }

  /** Lets it be as before. */
  async end(): Promise<void> {
    const undo = this.#undo;
    this.#undo = async () => {};
    await undo();
  }
}
