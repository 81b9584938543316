/** Between two looks at the clocks, in ms. */
const INTERVAL_MS = 1_000;
/**
 * `Date.now()` has whole milliseconds, and the thread may be interrupted between two readings. Times of
 * different processes of a cell agree no better than this where the clock is set by less.
 */
const TOLERANCE_MS = 5;
const READINGS = 5;

/** Two clocks of this machine, in ms: the one of the day, which may be set, and one that only goes forward. */
export interface Clocks {
  readonly wallMs: () => number;
  readonly monotonicMs: () => number;
}

const OF_THIS_MACHINE: Clocks = { wallMs: Date.now, monotonicMs: () => performance.now() };

/**
 * Notices that the clock of the day was set, or that the machine slept. Durations in one process come from
 * monotonic clocks and are right all the same. But pages, servers, captures and beacons are compared by the
 * time of the day, which each reads at another moment (docs/how-it-measures.md).
 */
export class ClockWatch implements Disposable {
  readonly #clocks: Clocks;
  readonly #timer: NodeJS.Timeout;
  #offsetMs: number;
  #largestStepMs = 0;

  constructor(clocks = OF_THIS_MACHINE) {
    this.#clocks = clocks;
    this.#offsetMs = offsetMs(clocks);
    // Also a step that is taken back before the end of the cell counts.
    this.#timer = setInterval(() => this.#look(), INTERVAL_MS).unref();
  }

  /** Why times since the beginning cannot be compared; null where they can. */
  problem(): string | null {
    this.#look();
    const seconds = this.#largestStepMs / 1_000;
    if (seconds === 0) return null;
    return `the clock of this machine was set by ${seconds.toFixed(3)} s, or it slept: times of different processes cannot be compared`;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = offsetMs(this.#clocks);
    const step = now - this.#offsetMs;
    // Since the last look: a clock that is slowly corrected does not step.
    this.#offsetMs = now;
    if (Math.abs(step) <= Math.max(TOLERANCE_MS, Math.abs(this.#largestStepMs))) return;
    this.#largestStepMs = step;
  }
}

/** The least of several: an interruption between the two readings only adds. */
function offsetMs({ wallMs, monotonicMs }: Clocks): number {
  const readings = Array.from({ length: READINGS }, () => {
    const before = monotonicMs();
    return wallMs() - before;
  });
  return Math.min(...readings);
}
