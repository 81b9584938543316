import type { CoValueId } from '@holbench/protocol/id';
import { LABELS, type Measurement } from '@holbench/results/sample';
import type { Completed } from '../transport/client-transport.ts';
import { measure } from './measure.ts';
import { stampTitle } from './mutation-stamp.ts';
import type { PageContext } from './page-context.ts';
import { pickCoValues } from './pick-covalues.ts';
import type { ProbeEvents } from './probe-events.ts';
import type { ProbeSpec } from './spec.ts';
import { watchedCoValue } from './watched-covalue.ts';

/**
 * 4f and 4g: small messages on a schedule, whatever comes back (open loop): a probe that waits does
 * not hold up the next, so that a stall is seen by every message that a user would have sent during
 * it ("coordinated omission"; Tene, "How NOT to measure latency", 2013). A probe is timed from the
 * moment at which it was meant to begin. Two kinds, one after the other: the load of a text, and a
 * mutation until its event is back.
 */
export class ProbeSeries {
  readonly #context: PageContext;
  readonly #spec: ProbeSpec;
  readonly #events: ProbeEvents;
  readonly #loads: readonly CoValueId[];
  readonly #measurements: Promise<Measurement>[] = [];
  readonly #beganAtMs = performance.now();
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** Begins to send at once. */
  constructor(context: PageContext, spec: ProbeSpec, events: ProbeEvents) {
    this.#context = context;
    this.#spec = spec;
    this.#events = events;
    this.#loads = pickCoValues(context.list, 'text', spec.seed, context.list.length);
    this.#sendOnSchedule();
  }

  /**
   * Sends no more and waits for what is under way.
   * @returns one measurement per probe sent; one unanswered at its deadline has failed (`timeout`).
   */
  async end(): Promise<Measurement[]> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    // A busy page may have come too late for some: they were meant to be sent, and count.
    this.#sendDue();
    return Promise.all(this.#measurements);
  }

  /** Sends every probe that is due, then sleeps until the next one is. */
  #sendOnSchedule(): void {
    this.#sendDue();
    this.#timer = setTimeout(() => this.#sendOnSchedule(), this.#nextAtMs() - performance.now());
  }

  #sendDue(): void {
    while (this.#nextAtMs() <= performance.now()) {
      const index = this.#measurements.length;
      const intendedAtMs = this.#nextAtMs();
      this.#measurements.push(
        index % 2 === 0 ? this.#load(index, intendedAtMs) : this.#mutate(index, intendedAtMs),
      );
    }
  }

  #nextAtMs(): number {
    return this.#beganAtMs + (this.#measurements.length * 1_000) / this.#spec.probesPerSecond;
  }

  #load(index: number, intendedAtMs: number): Promise<Measurement> {
    const id = this.#loads[(index / 2) % this.#loads.length] as CoValueId;
    return this.#measure('load', index, intendedAtMs, (signal) =>
      this.#context.transport.load(id, signal),
    );
  }

  #mutate(index: number, intendedAtMs: number): Promise<Measurement> {
    const { transport, list } = this.#context;
    const sentAtMs = performance.timeOrigin + intendedAtMs;
    const title = stampTitle({ index, sentAtMs });
    return this.#measure('event', index, intendedAtMs, async (signal) => {
      const arrived = this.#events.arrival(title, signal);
      const mutated = transport.mutate(watchedCoValue(list), { title }, signal);
      const [endedAtMs, acknowledged] = await Promise.all([arrived, mutated]);
      return { ...acknowledged, endedAtMs };
    });
  }

  #measure(
    what: 'load' | 'event',
    index: number,
    intendedAtMs: number,
    operation: (signal: AbortSignal) => Promise<Completed<unknown>>,
  ): Promise<Measurement> {
    const { phase, timeoutMs } = this.#spec;
    const label = LABELS.probe(phase, what);
    const clockZeroMs = performance.timeOrigin;
    return measure({ label, user: 0, index, intendedAtMs, clockZeroMs, timeoutMs }, operation);
  }
}
