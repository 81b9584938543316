import type { CoValueId } from '@holbench/protocol/id';
import { LABELS, type Measurement } from '@holbench/results/sample';
import type { Completed, Subscription } from '../transport/client-transport.ts';
import { pageError } from '../transport/transport-error.ts';
import { measure } from './measure.ts';
import { stampTitle } from './mutation-stamp.ts';
import type { PageContext } from './page-context.ts';
import { pickCoValues } from './pick-covalues.ts';
import type { ProbeSpec } from './spec.ts';
import { watchedCoValue } from './watched-covalue.ts';

type Arrivals = Map<string, (endedAtMs: number) => void>;

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
  readonly #subscription: Subscription;
  readonly #loads: readonly CoValueId[];
  /** Mutations whose event has not come back, by their titles, which are all different. */
  readonly #arrivals: Arrivals;
  readonly #measurements: Promise<Measurement>[] = [];
  readonly #beganAtMs = performance.now();
  #timer: ReturnType<typeof setTimeout> | null = null;

  private constructor(
    context: PageContext,
    spec: ProbeSpec,
    subscription: Subscription,
    arrivals: Arrivals,
  ) {
    this.#context = context;
    this.#spec = spec;
    this.#subscription = subscription;
    this.#arrivals = arrivals;
    this.#loads = pickCoValues(context.list, 'text', spec.seed, context.list.length);
    this.#sendDue();
  }

  /** Subscribes, then begins to send. @throws TransportError when the subscription fails. */
  static async begin(context: PageContext, spec: ProbeSpec): Promise<ProbeSeries> {
    const arrivals: Arrivals = new Map();
    const subscription = await context.transport.subscribe(
      watchedCoValue(context.list),
      ({ mutation }) => arrivals.get(mutation.title ?? '')?.(performance.now()),
      AbortSignal.timeout(spec.timeoutMs),
    );
    return new ProbeSeries(context, spec, subscription, arrivals);
  }

  /**
   * Sends no more and waits for what is under way.
   * @returns one measurement per probe sent; one unanswered at its deadline has failed (`timeout`).
   */
  async end(): Promise<Measurement[]> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const measurements = await Promise.all(this.#measurements);
    await this.#subscription.close();
    return measurements;
  }

  /** Sends every probe that is due, then sleeps until the next one is. */
  #sendDue(): void {
    const intervalMs = 1_000 / this.#spec.probesPerSecond;
    const nextAtMs = (): number => this.#beganAtMs + this.#measurements.length * intervalMs;
    while (nextAtMs() <= performance.now()) {
      const index = this.#measurements.length;
      this.#measurements.push(
        index % 2 === 0 ? this.#load(index, nextAtMs()) : this.#mutate(index, nextAtMs()),
      );
    }
    this.#timer = setTimeout(() => this.#sendDue(), nextAtMs() - performance.now());
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
      const arrived = Promise.withResolvers<number>();
      this.#arrivals.set(title, arrived.resolve);
      signal.addEventListener('abort', () =>
        arrived.reject(pageError('timeout', 'its event did not arrive in time')),
      );
      try {
        const mutated = transport.mutate(watchedCoValue(list), { title }, signal);
        const [endedAtMs, acknowledged] = await Promise.all([arrived.promise, mutated]);
        return { ...acknowledged, endedAtMs } satisfies Completed<unknown>;
      } finally {
        this.#arrivals.delete(title);
      }
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
