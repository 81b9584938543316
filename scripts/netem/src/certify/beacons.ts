import { join } from 'node:path';
import { ManagedProcess } from '@holbench/process/managed-process';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import type { BeaconReading } from '@holbench/results/cell';
import { checkSchema } from '@holbench/results/check-schema';
import type { DownOrUp } from '@holbench/results/network-profile';
import type { Link } from '../backend.ts';
import { longestTransitMs } from '../topology/packet-counter.ts';
import { BEACON_BYTES, beaconReading, type Span } from './beacon-reading.ts';
import { MARGIN_MS } from './phase.ts';
import { pythonForLinks, StreamObservation } from './run-measurement.ts';

const PROGRAM = join(PROJECT_ROOT, 'scripts/netem/measure/beacons.py');
/**
 * In no ratio to the 250 ms of messages: multiples of the golden section are spread evenly over
 * them. 8.3 kbit/s each way, 1.7 % of the slowest profile's rate.
 */
export const GAP_US = 30_902;

/**
 * Small UDP packets both ways over a link in use, until they are ended. They share its queue, so their
 * delay is that of a packet that arrives at any time. They draw from the sequence of losses, too.
 */
export class Beacons implements AsyncDisposable {
  readonly #program: ManagedProcess;
  readonly #profile: Link['profile'];

  private constructor(program: ManagedProcess, profile: Link['profile']) {
    this.#program = program;
    this.#profile = profile;
  }

  /**
   * Resolves when the first ones are sent. @throws UserError when Python is missing or its program
   * ends.
   */
  static async start(
    { client, server, profile }: Pick<Link, 'client' | 'server' | 'profile'>,
    logFolder: string,
  ): Promise<Beacons> {
    const waitMs =
      Math.max(longestTransitMs(profile.down), longestTransitMs(profile.up)) + MARGIN_MS;
    const plan = { client, server, bytes: BEACON_BYTES, gapUs: GAP_US, waitMs };
    const program = await ManagedProcess.start({
      name: 'beacons',
      command: await pythonForLinks(),
      args: ['-B', PROGRAM, JSON.stringify(plan)],
      logPath: join(logFolder, 'beacons.log'),
      answers: true,
    });
    const beacons = new Beacons(program, profile);
    try {
      await program.ask('begin');
      return beacons;
    } catch (error) {
      await program.stop();
      throw error;
    }
  }

  /** Sends no more, and waits until the last ones have had time to arrive. @throws UserError as `start`. */
  async end(window: Span): Promise<Record<DownOrUp, BeaconReading>> {
    const { down, up } = checkSchema(StreamObservation, await this.#program.ask('end'));
    await this.#program.stop();
    return {
      down: beaconReading(this.#profile.down, down, window),
      up: beaconReading(this.#profile.up, up, window),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program.stop();
  }
}
