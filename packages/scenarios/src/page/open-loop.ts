import { type SeededRandom, seededRandom } from '@holbench/stats/seeded-random';
import { waitUntil } from './wait-until.ts';

/** One operation of a schedule. */
export interface Turn {
  readonly index: number;
  /** Its scheduled time, on `performance.now()`. */
  readonly intendedAtMs: number;
  /** When it was really begun, on the same clock. */
  readonly sentAtMs: number;
}

export interface Schedule {
  readonly perSecond: number;
  /** Of the random moments. */
  readonly seed: number;
  /** How many are sent. Default: until the end. */
  readonly most?: number;
  /** When the first slot begins, on `performance.now()`; default: at once. What is late then is late by it. */
  readonly beginsAtMs?: number;
}

/** Moments of a slot to choose from. */
const MOMENTS = 2 ** 20;

/**
 * Sends on a schedule, whether or not earlier operations are answered (open loop). So a stall
 * delays every message that a user would have sent during it (against "coordinated omission"; Tene,
 * "How NOT to measure latency", 2013).
 *
 * Time is divided into slots of 1 / `perSecond`, and each operation has a random moment of its own slot
 * (stratified sampling). Operations at even distances would keep step with what is periodic on the
 * link, such as round trips (RFC 2330, section 11.1), or with those of another page.
 */
export class OpenLoop<Result> {
  readonly #slotMs: number;
  readonly #random: SeededRandom;
  readonly #send: (turn: Turn) => Promise<Result>;
  readonly #beganAtMs: number;
  readonly #results: Promise<Result>[] = [];
  readonly #allSent: Promise<void>;
  #most: number;
  /** Moment of the next operation. */
  #nextAtMs: number;

  /**
   * It ends when `most` are sent or `end` is called.
   * @param send begins one operation.
   */
  constructor(
    { perSecond, seed, most = Infinity, beginsAtMs = performance.now() }: Schedule,
    send: (turn: Turn) => Promise<Result>,
  ) {
    this.#beganAtMs = beginsAtMs;
    this.#slotMs = 1_000 / perSecond;
    this.#random = seededRandom(seed);
    this.#nextAtMs = this.#momentOf(0);
    this.#most = most;
    this.#send = send;
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
      await waitUntil(this.#nextAtMs);
      this.#sendDue();
    }
  }

  #sendDue(): void {
    while (this.#results.length < this.#most) {
      const sentAtMs = performance.now();
      const intendedAtMs = this.#nextAtMs;
      if (intendedAtMs > sentAtMs) return;
      const index = this.#results.length;
      this.#nextAtMs = this.#momentOf(index + 1);
      this.#results.push(this.#send({ index, intendedAtMs, sentAtMs }));
    }
  }

  #momentOf(index: number): number {
    const share = this.#random.below(MOMENTS) / MOMENTS;
    return this.#beganAtMs + (index + share) * this.#slotMs;
  }
}
