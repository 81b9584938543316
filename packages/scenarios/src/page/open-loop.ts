/**
 * Sends on a schedule, whether or not earlier operations are answered (open loop). So a stall
 * delays every message that a user would have sent during it (against "coordinated omission"; Tene,
 * "How NOT to measure latency", 2013).
 */
export class OpenLoop<Result> {
  readonly #perSecond: number;
  readonly #most: number;
  readonly #send: (index: number, intendedAtMs: number) => Promise<Result>;
  readonly #beganAtMs = performance.now();
  readonly #results: Promise<Result>[] = [];
  readonly #allSent = Promise.withResolvers<void>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  /**
   * Begins to send at once, until `most` are sent or `end` is called.
   * @param send begins one operation; `intendedAtMs` is its scheduled time, on `performance.now()`.
   */
  constructor(
    { perSecond, most = Infinity }: { readonly perSecond: number; readonly most?: number },
    send: (index: number, intendedAtMs: number) => Promise<Result>,
  ) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#send = send;
    this.#sendOnSchedule();
  }

  /** Resolves with all results once `most` are sent and each has one. */
  async complete(): Promise<Result[]> {
    await this.#allSent.promise;
    return Promise.all(this.#results);
  }

  /** Sends no more and resolves with the results of what was sent. */
  async end(): Promise<Result[]> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    // A busy page may be late for some: they were scheduled, so they are sent and count.
    this.#sendDue();
    return Promise.all(this.#results);
  }

  #sendOnSchedule(): void {
    this.#sendDue();
    if (this.#results.length >= this.#most) return this.#allSent.resolve();
    // Whole milliseconds: a timer truncates fractions, and re-arming it for the rest takes 4 ms (HTML,
    // "timer initialisation steps"). So an operation begins at most about 1 ms late, never early.
    const delayMs = Math.ceil(this.#nextAtMs() - performance.now());
    this.#timer = setTimeout(() => this.#sendOnSchedule(), delayMs);
  }

  #sendDue(): void {
    while (this.#results.length < this.#most && this.#nextAtMs() <= performance.now()) {
      this.#results.push(this.#send(this.#results.length, this.#nextAtMs()));
    }
  }

  #nextAtMs(): number {
    return this.#beganAtMs + (this.#results.length * 1_000) / this.#perSecond;
  }
}
