import { type OnLeft, UNPROVEN } from '@holbench/scenarios/port/client-transport';
import { TransportError } from '@holbench/scenarios/port/transport-error';

/** Time limit for the entry after the request has ended. */
const DEADLINE_MS = 2_000;

const waiting = new Map<string, (entry: PerformanceResourceTiming) => void>();
let observer: PerformanceObserver | null = null;

/**
 * Observes the resource entry of a request by its address, which must therefore be unique in the
 * page. Observed entries do not depend on the timing buffer's size.
 */
export class ResourceProtocol {
  readonly #url: string;
  readonly #onLeft: OnLeft | undefined;
  readonly #entry = Promise.withResolvers<PerformanceResourceTiming | null>();

  /** Begins to observe; call it before the request. `url` is absolute. */
  constructor(url: string, onLeft?: OnLeft) {
    this.#url = url;
    this.#onLeft = onLeft;
    waiting.set(url, this.#entry.resolve);
    observer ??= observe();
  }

  /**
   * Call when the request has ended. Says when it left, too.
   * @returns `nextHopProtocol`, or `unproven` when no entry comes within 2 s.
   */
  async settled(): Promise<string> {
    const deadline = setTimeout(() => {
      // A busy page may run this timer before the observer's callback.
      if (observer) deliver(observer.takeRecords());
      this.#entry.resolve(null);
    }, DEADLINE_MS);
    const entry = await this.#entry.promise;
    clearTimeout(deadline);
    waiting.delete(this.#url);
    if (entry !== null && entry.requestStart > 0) this.#onLeft?.(entry.requestStart);
    return entry?.nextHopProtocol || UNPROVEN;
  }

  /** Call it when the request has failed instead. @returns the error as a `TransportError`. */
  abandon(thrown: unknown): TransportError {
    waiting.delete(this.#url);
    return TransportError.from(thrown);
  }
}

function observe(): PerformanceObserver {
  const created = new PerformanceObserver((list) => deliver(list.getEntries()));
  created.observe({ type: 'resource' });
  return created;
}

function deliver(entries: readonly PerformanceEntry[]): void {
  for (const entry of entries) {
    if (!(entry instanceof PerformanceResourceTiming)) continue;
    waiting.get(entry.name)?.(entry);
  }
}
