import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { ServerSummary } from './summary.ts';

/** Interval of the timer of Node's histogram, in ms; its lateness is the delay. */
const RESOLUTION_MS = 10;

/** Load of this process's JavaScript thread, from `begin` on. */
export class EventLoopMeter {
  readonly #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #utilization: EventLoopUtilization | null = null;

  begin(): void {
    this.#utilization = performance.eventLoopUtilization();
    this.#delays.enable();
  }

  /** @returns null when it never began. */
  read(): ServerSummary['eventLoop'] {
    if (this.#utilization === null) return null;
    const { utilization } = performance.eventLoopUtilization(this.#utilization);
    return {
      utilization,
      delayP99Ms: this.#delayMs(this.#delays.percentile(99)),
      delayMaxMs: this.#delayMs(this.#delays.max),
    };
  }

  /** The histogram has times between two firings, in nanoseconds: resolution plus delay. */
  #delayMs(betweenNs: number): number {
    // Before the first firing its maximum is 0.
    return Math.max(0, betweenNs / 1e6 - RESOLUTION_MS);
  }
}
