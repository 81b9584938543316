import { waitUntil } from './wait-until.ts';

/** One operation of a schedule. */
export interface Turn {
  readonly index: number;
  /** Its scheduled time, on `performance.now()`. */
  readonly intendedAtMs: number;
  /** When it was really begun, on the same clock. */
  readonly sentAtMs: number;
}

/**
 * Sends on a schedule, whether or not earlier operations are answered (open loop). So a stall
 * delays every message that a user would have sent during it (against "coordinated omission"; Tene,
 * "How NOT to measure latency", 2013).
 */
export class OpenLoop<Result> {
  readonly #perSecond: number;
  readonly #send: (turn: Turn) => Promise<Result>;
  readonly #beganAtMs = performance.now();
  readonly #results: Promise<Result>[] = [];
  readonly #allSent: Promise<void>;
  #most: number;

  /**
   * Begins to send at once, until `most` are sent or `end` is called.
   * @param send begins one operation.
   */
  constructor(
    { perSecond, most = Infinity }: { readonly perSecond: number; readonly most?: number },
    send: (turn: Turn) => Promise<Result>,
  ) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#send = send;
    this.#sendDue();
    this.#allSent = this.#sendOnSchedule();
  }

  /** Resolves with all results once `most` are sent and each has one. */
  async complete(): Promise<Result[]> {
    await this.#allSent;
    return Promise.all(this.#results);
  }

  /** Sends no more and resolves with the results of what was sent. */
  async end(): Promise<Result[]> {
    // A busy page may be late for some: they were scheduled, so they are sent and count.
    this.#sendDue();
    this.#most = this.#results.length;
    return Promise.all(this.#results);
  }

  async #sendOnSchedule(): Promise<void> {
    while (this.#results.length < this.#most) {
      await waitUntil(this.#nextAtMs());
      this.#sendDue();
    }
  }

  #sendDue(): void {
    while (this.#results.length < this.#most) {
      const sentAtMs = performance.now();
      const intendedAtMs = this.#nextAtMs();
      if (intendedAtMs > sentAtMs) return;
      this.#results.push(this.#send({ index: this.#results.length, intendedAtMs, sentAtMs }));
    }
  }

  #nextAtMs(): number {
    return this.#beganAtMs + (this.#results.length * 1_000) / this.#perSecond;
  }
}
