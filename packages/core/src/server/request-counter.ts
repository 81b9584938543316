/** Counts requests by protocol as the server saw them: evidence besides the page's own. */
export class RequestCounter {
  readonly #counts = new Map<string, number>();
  readonly #onFirst: () => void;

  /**
   * @param onFirst is called before the first request is counted. Readiness checks are not counted.
   */
  constructor(onFirst: () => void) {
    this.#onFirst = onFirst;
  }

  /** @param protocol `HTTP/1.1`, `HTTP/2.0`, `HTTP/3.0`, or `websocket` for an upgrade. */
  count(protocol: string): void {
    if (this.#counts.size === 0) this.#onFirst();
    this.#counts.set(protocol, (this.#counts.get(protocol) ?? 0) + 1);
  }

  counts(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}
