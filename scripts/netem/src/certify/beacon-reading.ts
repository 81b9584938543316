import type { BeaconReading } from '@holbench/results/cell';
import type { LinkDirection } from '@holbench/results/network-profile';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { maximum, orderStatistic } from '@holbench/stats/statistics';
import { oneWayDelaysUs } from './lane-reading.ts';
import { JITTER_DEVIATIONS, serialisationMs } from './phase.ts';
import type { LaneObservation } from './run-measurement.ts';

/** Size of the IP packet of a beacon. */
export const BEACON_BYTES = 32;

/** Part of a phase, in ms since the epoch. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * What beacons saw of a queue. A wait is the one-way delay beyond the configured one.
 * @param seen times in µs since the epoch.
 */
export function beaconReading(
  side: LinkDirection,
  seen: LaneObservation,
  { fromMs, toMs }: Span,
): BeaconReading {
  const configuredMs = side.delayMs + serialisationMs(side, BEACON_BYTES);
  const delaysUs = oneWayDelaysUs(seen);
  const waitMs = new Map(
    seen.arrived.map((number, index) => [number, (delaysUs[index] ?? NaN) / 1_000 - configuredMs]),
  );
  const sent = seen.sentUs.flatMap((us, number) => {
    return us / 1_000 >= fromMs && us / 1_000 < toMs ? [number] : [];
  });
  const waits = sortSamples(sent.flatMap((number) => waitMs.get(number) ?? []));
  return {
    sent: sent.length,
    lost: sent.filter((number) => !waitMs.has(number)).length,
    waitMs: waits && {
      p50: orderStatistic(waits, 0.5),
      p95: orderStatistic(waits, 0.95),
      max: maximum(waits),
    },
    fullestMs: fullestMs(side, seen.sentUs, waitMs),
  };
}

/**
 * A queue that held w ms at a time holds w − t ms or more t ms later. So between two beacons it held at
 * most the wait of the second + the time between them. It was empty before the first. @returns null
 * when the last one did not arrive: a full queue may have dropped it.
 */
function fullestMs(
  side: LinkDirection,
  sentUs: readonly number[],
  waitMs: ReadonlyMap<number, number>,
): number | null {
  if (!waitMs.has(sentUs.length - 1)) return null;
  let [most, beforeUs] = [0, sentUs[0] ?? 0];
  for (const [number, us] of sentUs.entries()) {
    const wait = waitMs.get(number);
    if (wait === undefined) continue;
    most = Math.max(most, wait + (us - beforeUs) / 1_000);
    beforeUs = us;
  }
  // A beacon with less jitter than usual saw that much less.
  return most + JITTER_DEVIATIONS * side.jitterMs;
}
