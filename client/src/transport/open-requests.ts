import type { OnLeft } from '@holbench/scenarios/port/client-transport';

/** A request that is under way, from the page's point of view. */
interface Entry {
  readonly onLeft: OnLeft | undefined;
  /** Whether it has a connection or stream, by our count. */
  left: boolean;
}

/** Ends the count of a request. `answered`: else it was given up. */
export type Ended = (answered: boolean) => void;

/**
 * The requests of a page that are under way, and when the browser lets each of them leave. It has room for so many at
 * once. The others wait, and leave in their order. That is exact over HTTP/1.1, and nearly so where many requests of one
 * connection are made at once, or have other priorities. It is needed for requests that were given up: of these the
 * browser does not say when they left.
 */
export class OpenRequests {
  readonly #atOnce: number | null;
  readonly #entries = new Set<Entry>();
  #leftCount = 0;

  /** @param atOnce for how many the browser has room; null: not known, so that nothing is said of when they leave. */
  constructor(atOnce: number | null) {
    this.#atOnce = atOnce;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Begins one. @param onLeft is called when there is room, or with null when it ends before. */
  begin(onLeft?: OnLeft): Ended {
    const entry: Entry = { onLeft, left: false };
    this.#entries.add(entry);
    this.#letLeave();
    return (answered) => {
      if (!this.#entries.delete(entry)) return;
      if (entry.left) this.#leftCount--;
      // Where it is answered all the same, it left in the place of another, which has that place now.
      else if (!answered && this.#atOnce !== null) onLeft?.(null);
      this.#letLeave();
    };
  }

  #letLeave(): void {
    for (const entry of this.#entries) {
      if (this.#atOnce === null || this.#leftCount >= this.#atOnce) return;
      if (entry.left) continue;
      entry.left = true;
      this.#leftCount++;
      entry.onLeft?.(performance.now());
    }
  }
}
