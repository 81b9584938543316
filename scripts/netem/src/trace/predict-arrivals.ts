import type { DownOrUp } from '@holbench/results/network-profile';
import { lengthMs, ratesKbps, type Trace } from './trace.ts';

/** What arrives at the end of a link with a trace. */
export interface Offered {
  /** When each packet is sent, in ms from the start of the trace, in order. */
  readonly sentMs: readonly number[];
  /** Size of the IP packets. */
  readonly bytes: number;
  /** Drop-tail limit of the queue; Infinity for none. */
  readonly limitBytes: number;
  readonly delayMs: number;
}

/**
 * When packets arrive, in ms from the start of the trace, without those that the full queue drops: a fluid model. The
 * bytes that could leave until a time are the integral of the rate; a packet leaves when what was before it and itself
 * have; the queue holds the difference.
 */
export function predictArrivals(trace: Trace, direction: DownOrUp, offered: Offered): number[] {
  const capacity = new Capacity(trace, direction);
  const arrivals: number[] = [];
  let taken = 0;
  for (const ms of offered.sentMs) {
    const now = capacity.bytesUntil(ms);
    // What waits, and the rest of the packet that is leaving.
    if (Math.max(0, taken - now) + offered.bytes > offered.limitBytes + offered.bytes) continue;
    taken = Math.max(taken, now) + offered.bytes;
    arrivals.push(capacity.msOf(taken) + offered.delayMs);
  }
  return arrivals;
}

/** Bytes that could leave since the start of a trace, which repeats. */
class Capacity {
  /** Before each step, and at the end. */
  readonly #bytes: readonly number[];
  readonly #stepMs: number;
  readonly #lengthMs: number;

  constructor(trace: Trace, direction: DownOrUp) {
    const bytes = [0];
    for (const kbps of ratesKbps(trace, direction)) {
      bytes.push((bytes.at(-1) ?? 0) + (kbps * trace.stepMs) / 8);
    }
    this.#bytes = bytes;
    this.#stepMs = trace.stepMs;
    this.#lengthMs = lengthMs(trace);
  }

  get #total(): number {
    return this.#bytes.at(-1) ?? 0;
  }

  bytesUntil(ms: number): number {
    const rounds = Math.floor(ms / this.#lengthMs);
    const at = (ms - rounds * this.#lengthMs) / this.#stepMs;
    const step = Math.min(Math.floor(at), this.#bytes.length - 2);
    const [before = 0, after = 0] = [this.#bytes[step], this.#bytes[step + 1]];
    return rounds * this.#total + before + (at - step) * (after - before);
  }

  /** When so many could have left: the first such time. */
  msOf(bytes: number): number {
    const rounds = Math.ceil(bytes / this.#total) - 1;
    const rest = bytes - rounds * this.#total;
    let [low, high] = [0, this.#bytes.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#bytes[middle] ?? 0) < rest) low = middle + 1;
      else high = middle;
    }
    const [before = 0, after = 0] = [this.#bytes[low - 1], this.#bytes[low]];
    const share = after === before ? 0 : (rest - before) / (after - before);
    return rounds * this.#lengthMs + (low - 1 + share) * this.#stepMs;
  }
}
