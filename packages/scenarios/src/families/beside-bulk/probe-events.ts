import type { PageContext } from '../../port/page-context.ts';
import { watchedCoValue } from '../../page/watched-covalue.ts';

/**
 * The page's one subscription to the CoValue that its probes mutate. It begins before any bulk
 * transfer, which would delay it.
 */
export class ProbeEvents {
  /** Mutations whose event has not come back, by their titles, which are all different. */
  readonly #awaited = new Map<string, PromiseWithResolvers<number>>();
  readonly #came = new Set<string>();
  #again = 0;
  #repeated: () => number = () => 0;
  #failure: unknown = null;

  private constructor() {}

  /** @throws TransportError when the server does not confirm within `timeoutMs`. */
  static async begin({ transport, list }: PageContext, timeoutMs: number): Promise<ProbeEvents> {
    const events = new ProbeEvents();
    const { failed, repeated } = await transport.subscribe(
      watchedCoValue(list),
      ({ mutation: { title = '' } }) => events.#receive(title),
      AbortSignal.timeout(timeoutMs),
    );
    events.#repeated = repeated;
    failed.catch((failure: unknown) => {
      events.#failure = failure;
      for (const { reject } of events.#awaited.values()) reject(failure);
    });
    return events;
  }

  /** Events that came again. */
  get again(): number {
    return this.#again + this.#repeated();
  }

  #receive(title: string): void {
    if (this.#came.has(title)) this.#again += 1;
    this.#came.add(title);
    this.#awaited.get(title)?.resolve(performance.now());
  }

  /**
   * Resolves with the time at which the event of the mutation with this title arrives.
   * @throws the signal's reason, or why the subscription has ended.
   */
  arrival(title: string, signal: AbortSignal): Promise<number> {
    const arrival = Promise.withResolvers<number>();
    this.#awaited.set(title, arrival);
    signal.addEventListener('abort', () => arrival.reject(signal.reason));
    if (this.#failure !== null) arrival.reject(this.#failure);
    return arrival.promise.finally(() => this.#awaited.delete(title));
  }
}
