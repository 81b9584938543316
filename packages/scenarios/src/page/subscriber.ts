import type { MutationEvent } from '@holbench/protocol/covalue';
import type { Measurement, Outcome } from '@holbench/results/sample';
import { sameProtocol, type Subscription } from '../port/client-transport.ts';
import type { PageContext } from '../port/page-context.ts';
import { pageError } from '../port/transport-error.ts';
import { failedOutcome, knownProtocol } from './measure.ts';
import { type MutationStamp, readStamp } from './mutation-stamp.ts';
import type { OperationSpec } from './operation-spec.ts';
import { watchedCoValue } from './watched-covalue.ts';

export interface SubscriberSpec extends OperationSpec {
  readonly user: number;
  /** Of its measurements. */
  readonly label: string;
}

export interface ReceivedSpec {
  readonly mutations: number;
  readonly timeoutMs: number;
}

/** The functions of a page that subscribes. */
export function subscriberPage(context: Pick<PageContext, 'transport' | 'list'>) {
  let subscriber: Subscriber | null = null;
  return {
    /** Subscribes to the watched CoValue and records what arrives. */
    subscribe: async (spec: SubscriberSpec) => {
      subscriber = new Subscriber(context, spec);
      await subscriber.begin();
    },
    /** Resolves when `mutations` events are in, or at the deadline. */
    received: async (spec: ReceivedSpec) => {
      if (!subscriber) throw new Error('this page has not subscribed');
      return subscriber.received(spec);
    },
  };
}

/** A mutation that has arrived, even if its attachment could not be loaded. */
interface Arrival {
  readonly intendedAtMs: number;
  /** On the clock of `intendedAtMs`, which all pages of one host share. */
  readonly heldAtMs: number;
  readonly bytes: number;
  /** Protocols of the attachment's load; empty without one. */
  readonly protocols: readonly Promise<string>[];
  readonly failure: unknown;
}

/** A subscriber: watches the CoValue that the producer mutates and times what arrives. */
export class Subscriber {
  readonly #context: Pick<PageContext, 'transport' | 'list'>;
  readonly #spec: SubscriberSpec;
  readonly #arrivals = new Map<number, Arrival>();
  #subscription: Subscription | null = null;
  /** Why the subscription has ended early. */
  #failure: unknown = null;
  #onArrival: () => void = () => {};

  constructor(context: Pick<PageContext, 'transport' | 'list'>, spec: SubscriberSpec) {
    this.#context = context;
    this.#spec = spec;
  }

  /** Resolves when the server has confirmed the subscription. @throws TransportError */
  async begin(): Promise<void> {
    const { transport, list } = this.#context;
    const { kind, timeoutMs } = this.#spec;
    if (kind === 'binary') await transport.prepareDownloads(1);
    const onEvent = (event: MutationEvent): void => void this.#receive(event);
    const signal = AbortSignal.timeout(timeoutMs);
    this.#subscription = await transport.subscribe(watchedCoValue(list), onEvent, signal);
    this.#subscription.failed.catch((failure: unknown) => {
      this.#failure = failure;
      this.#onArrival();
    });
  }

  /**
   * Resolves when `mutations` mutations have arrived, `timeoutMs` after the call, or when the
   * subscription has failed; ends it.
   * @returns one measurement per mutation; one that has not arrived has failed (`timeout`, or as
   * the subscription did).
   */
  async received({ mutations, timeoutMs }: ReceivedSpec): Promise<Measurement[]> {
    const calledAtMs = now();
    await this.#arrived(mutations, timeoutMs);
    const carrier = (await this.#subscription?.close()) ?? 'unproven';
    this.#subscription = null;
    return Promise.all(
      Array.from({ length: mutations }, async (_, index) => {
        const arrival = this.#arrivals.get(index);
        return {
          label: this.#spec.label,
          user: this.#spec.user,
          index,
          intendedAtMs: arrival?.intendedAtMs ?? calledAtMs,
          outcome: arrival ? await outcomeOf(arrival, carrier) : this.#missing(timeoutMs),
        };
      }),
    );
  }

  async #arrived(mutations: number, timeoutMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onArrival = () => {
      if (this.#arrivals.size >= mutations || this.#failure !== null) resolve();
    };
    this.#onArrival();
    const deadline = setTimeout(resolve, timeoutMs);
    await promise;
    clearTimeout(deadline);
  }

  async #receive({ mutation }: MutationEvent): Promise<void> {
    const eventAtMs = now();
    const stamp = readStamp(mutation.title);
    if (!stamp) return;
    const arrival = mutation.attachment
      ? await this.#loadAttachment(mutation.attachment, stamp)
      : {
          intendedAtMs: stamp.intendedAtMs,
          heldAtMs: eventAtMs,
          bytes: new TextEncoder().encode(JSON.stringify(mutation)).byteLength,
          protocols: [],
          failure: null,
        };
    this.#arrivals.set(stamp.index, arrival);
    this.#onArrival();
  }

  #missing(timeoutMs: number): Outcome {
    const timeout = pageError('timeout', `not delivered within ${timeoutMs} ms`);
    return failedOutcome(this.#failure ?? timeout, timeoutMs);
  }

  async #loadAttachment(id: string, { intendedAtMs }: MutationStamp): Promise<Arrival> {
    try {
      const signal = AbortSignal.timeout(this.#spec.timeoutMs);
      const { bytes, endedAtMs, protocol } = await this.#context.transport.loadFile(id, signal);
      const heldAtMs = performance.timeOrigin + endedAtMs;
      return { intendedAtMs, heldAtMs, bytes, protocols: [protocol], failure: null };
    } catch (failure) {
      return { intendedAtMs, heldAtMs: now(), bytes: 0, protocols: [], failure };
    }
  }
}

async function outcomeOf(arrival: Arrival, carrier: string): Promise<Outcome> {
  const { intendedAtMs, heldAtMs, bytes, protocols, failure } = arrival;
  // Clocks of two pages may differ by their resolution; no duration is negative.
  const durationMs = Math.max(0, heldAtMs - intendedAtMs);
  if (failure !== null) return failedOutcome(failure, durationMs);
  const protocol = await sameProtocol([Promise.resolve(carrier), ...protocols]);
  return { status: 'ok', durationMs, bytes, protocol: knownProtocol(protocol) };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
