import { BIN_MS, type MovedBytes } from './moved-bytes.ts';
import type { Ramp } from './specs.ts';
import { isStable } from './stability.ts';
import type { RampSpec } from './timing.ts';

/**
 * Resolves when the goodput of a load is stable, or the time for it is over.
 * @param hasEnded whether nothing more will move.
 */
export async function untilStable(
  { intervalMs, tolerance, mostMs }: RampSpec,
  moved: MovedBytes,
  hasEnded: () => boolean,
): Promise<Ramp> {
  const beganAtMs = moved.begin();
  const perInterval = intervalMs / BIN_MS;
  for (let intervals = 1; ; intervals += 1) {
    const ms = intervals * intervalMs;
    const leftMs = beganAtMs + ms - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.ceil(leftMs))));
    const bytes = Array.from({ length: intervals }, (_, interval) =>
      moved.bytes(interval * perInterval, (interval + 1) * perInterval),
    );
    const stable = !hasEnded() && isStable(bytes, tolerance);
    if (stable || hasEnded() || ms + intervalMs > mostMs) return { ms, stable };
  }
}
