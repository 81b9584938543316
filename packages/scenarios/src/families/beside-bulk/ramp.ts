import type { Ramp } from './specs.ts';
import { isStable } from './stability.ts';
import type { RampSpec } from './timing.ts';

/** Width of a bin of the goodput over time. */
export const BIN_MS = 100;

/** A load that goes on while it is looked at. */
interface Growing {
  /** Of its first bytes, on the clock of `performance.now()`. */
  readonly beganAtMs: number;
  /** Payload bytes moved in each bin of `BIN_MS` since then; a bin in which nothing moved may be a hole. */
  readonly bins: readonly number[];
  /** Whether nothing more will move. */
  readonly hasEnded: () => boolean;
}

/** Resolves when the goodput of a load is stable, or the time for it is over. */
export async function untilStable(
  { intervalMs, tolerance, mostMs }: RampSpec,
  { beganAtMs, bins, hasEnded }: Growing,
): Promise<Ramp> {
  const perInterval = intervalMs / BIN_MS;
  for (let intervals = 1; ; intervals += 1) {
    const ms = intervals * intervalMs;
    const leftMs = beganAtMs + ms - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.ceil(leftMs))));
    const bytes = Array.from({ length: intervals }, (_, interval) =>
      sum(bins.slice(interval * perInterval, (interval + 1) * perInterval)),
    );
    const stable = !hasEnded() && isStable(bytes, tolerance);
    if (stable || hasEnded() || ms + intervalMs > mostMs) return { ms, stable };
  }
}

/** Of bins; `reduce` skips the holes. */
export function sum(bins: readonly number[]): number {
  return bins.reduce((total, bytes) => total + bytes, 0);
}
