import { UNPROVEN } from '@holbench/scenarios/port/client-transport';
import { TransportError } from '@holbench/scenarios/port/transport-error';

/** An entry that has not come this long after its request ended will not come. */
const DEADLINE_MS = 2_000;

const waiting = new Map<string, (protocol: string) => void>();
let observer: PerformanceObserver | null = null;

/**
 * Watches for the resource entry of a request, found by its address, which therefore must not be
 * used twice in one page. Observed entries do not depend on the timing buffer's size.
 */
export class ResourceProtocol {
  readonly #url: string;
  readonly #proven = Promise.withResolvers<string>();

  /** Begins to watch; call it before the request is made. `url` is absolute. */
  constructor(url: string) {
    this.#url = url;
    waiting.set(url, this.#proven.resolve);
    observer ??= observe();
  }

  /**
   * Call when the request has ended.
   * @returns `nextHopProtocol`, or `unproven` when no entry comes within 2 s.
   */
  async settled(): Promise<string> {
    const deadline = setTimeout(() => {
      // A busy page may run this timer before the entries that wait for the observer's callback.
      if (observer) deliver(observer.takeRecords());
      this.#proven.resolve(UNPROVEN);
    }, DEADLINE_MS);
    const protocol = await this.#proven.promise;
    clearTimeout(deadline);
    waiting.delete(this.#url);
    return protocol;
  }

  /** Call when the request has failed instead. @returns what was thrown, as a `TransportError`. */
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
    waiting.get(entry.name)?.(entry.nextHopProtocol || UNPROVEN);
  }
}
