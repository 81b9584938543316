import type { CoValueId } from '@holbench/protocol/id';
import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import type { Completed, OnLeft } from '../../port/client-transport.ts';
import { measure } from '../../page/measure.ts';
import { stampTitle } from '../../page/mutation-stamp.ts';
import { OpenLoop, type Turn } from '../../page/open-loop.ts';
import type { PageContext } from '../../port/page-context.ts';
import { pickCoValues } from '../../page/pick-covalues.ts';
import type { ProbeEvents } from './probe-events.ts';
import type { ProbeSpec } from './specs.ts';
import { watchedCoValue } from '../../page/watched-covalue.ts';

/**
 * Small messages on a schedule, each timed from its intended time. Two kinds take turns: the load
 * of a text, and a mutation until its event is back. Without events the turns of mutations pass
 * unused, so that loads are at the same moments with every server.
 */
export class ProbeSeries {
  readonly #context: PageContext;
  readonly #spec: ProbeSpec;
  readonly #loads: readonly CoValueId[];
  readonly #sending: OpenLoop<Measurement | null>;

  /**
   * Begins to send.
   * @param events null: the server has none.
   */
  constructor(context: PageContext, spec: ProbeSpec, events: ProbeEvents | null) {
    this.#context = context;
    this.#spec = spec;
    this.#loads = pickCoValues(context.list, 'text', spec.seed, context.list.length);
    this.#sending = new OpenLoop(
      { perSecond: spec.probesPerSecond, seed: spec.scheduleSeed },
      async (turn) => {
        if (turn.index % 2 === 0) return this.#load(turn);
        return events && this.#mutate(turn, events);
      },
    );
  }

  /**
   * Stops sending and waits for the open probes.
   * @returns one measurement per probe sent; one unanswered at its deadline has failed (`timeout`).
   */
  async end(): Promise<Measurement[]> {
    const sent = await this.#sending.end();
    return sent.filter((measurement) => measurement !== null);
  }

  #load(turn: Turn): Promise<Measurement> {
    const id = this.#loads[(turn.index / 2) % this.#loads.length];
    if (id === undefined) throw new RangeError('the server has no CoValues to load');
    return this.#measure('load', turn, (signal, onLeft) =>
      this.#context.transport.load(id, signal, onLeft),
    );
  }

  #mutate(turn: Turn, events: ProbeEvents): Promise<Measurement> {
    const { transport, list } = this.#context;
    const intendedAtMs = performance.timeOrigin + turn.intendedAtMs;
    const title = stampTitle({ index: turn.index, intendedAtMs });
    return this.#measure('event', turn, async (signal, onLeft) => {
      const arrived = events.arrival(title, signal);
      const mutated = transport.mutate(watchedCoValue(list), { title }, signal, onLeft);
      const [arrival, acknowledged] = await Promise.allSettled([arrived, mutated]);
      // Only now has the transport said whether a message that was given up had left.
      if (arrival.status === 'rejected') throw arrival.reason;
      if (acknowledged.status === 'rejected') throw acknowledged.reason;
      return { ...acknowledged.value, endedAtMs: arrival.value };
    });
  }

  async #measure(
    what: 'load' | 'event',
    turn: Turn,
    operation: (signal: AbortSignal, onLeft: OnLeft) => Promise<Completed<unknown>>,
  ): Promise<Measurement> {
    const { phase, timeoutMs } = this.#spec;
    const label = LABELS.probe(phase, what);
    const clockZeroMs = performance.timeOrigin;
    let leftAtMs: number | null | undefined;
    let openRequests = 0;
    const tell = what === 'load' ? this.#context.tell : undefined;
    const { index } = turn;
    tell?.({ is: 'sent', phase, index, atMs: clockZeroMs + turn.intendedAtMs });
    const measured = await measure(
      { label, user: 0, ...turn, clockZeroMs, timeoutMs },
      (signal) => {
        const completed = operation(signal, (atMs) => {
          leftAtMs = atMs === null ? null : clockZeroMs + atMs;
        });
        ({ openRequests } = this.#context.transport);
        return completed;
      },
    );
    tell?.({ is: 'ended', phase, index, outcome: measured.outcome });
    return { ...measured, openRequests, ...(leftAtMs === undefined ? {} : { leftAtMs }) };
  }
}
