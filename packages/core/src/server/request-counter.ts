/** Different priorities that are counted; clients choose them, so that the rest is one. */
const MOST_PRIORITIES = 8;
const LONGEST_PRIORITY = 32;
/** No header has it: too long for one that is counted. */
const OTHERS = 'others, too many or too long to count apart';

/** Counts requests as the server saw them: evidence besides the page's own. */
export class RequestCounter {
  readonly #protocols = new Map<string, number>();
  readonly #priorities = new Map<string, number>();
  #otherPriorities = 0;
  readonly #onFirst: () => void;

  /**
   * @param onFirst is called before the first request is counted. Readiness checks are not counted.
   */
  constructor(onFirst: () => void) {
    this.#onFirst = onFirst;
  }

  /**
   * @param protocol `HTTP/1.1`, `HTTP/2.0` or `HTTP/3.0`; of a WebSocket `webSocketOver` one of them.
   * @param priority the request's header of this name (RFC 9218).
   */
  count(protocol: string, priority?: string | string[]): void {
    if (this.#protocols.size === 0) this.#onFirst();
    increment(this.#protocols, protocol);
    if (priority === undefined) return;
    const asked = String(priority);
    const isKnown = this.#priorities.has(asked);
    const hasRoom = this.#priorities.size < MOST_PRIORITIES && asked.length <= LONGEST_PRIORITY;
    if (isKnown || hasRoom) increment(this.#priorities, asked);
    else this.#otherPriorities += 1;
  }

  /** By protocol. */
  protocols(): Record<string, number> {
    return Object.fromEntries(this.#protocols);
  }

  /** By the priority that was asked for, those too many or too long as one; requests that ask for none are not counted. */
  priorities(): Record<string, number> {
    const others = this.#otherPriorities;
    return { ...Object.fromEntries(this.#priorities), ...(others > 0 && { [OTHERS]: others }) };
  }
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
