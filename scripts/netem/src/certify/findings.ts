import type { LinkDirection } from '@holbench/results/network-profile';
import { floodBytes, queueLimitBytes, UNLIMITED_OFFER_KBPS } from './flood-phase.ts';
import { lossInterval } from './lane-reading.ts';
import { FULL_FLOOD_SECONDS } from './measure-link.ts';
import { kilobytes, milliseconds, percent, rate } from './quantity-text.ts';

/** One quantity of a reading, judged. */
export interface Finding {
  readonly direction: 'down' | 'up' | 'round trip';
  readonly quantity: string;
  readonly configured: string;
  readonly measured: string;
  readonly tolerance: string;
  /** Null: part of the profile, but not judged. */
  readonly isWithin: boolean | null;
}

/** Of delays: the larger of both (MEASUREMENT.md). */
const DELAY_SHARE = 0.05;
const DELAY_MS = 1;
/** Of rates (MEASUREMENT.md). */
const RATE_SHARE = 0.05;
/**
 * Of queues: the largest of 10 %, two packets (one does not fit any more, another is being sent and
 * waits nowhere) and what 1 ms of the delays that it is read from is worth.
 */
const QUEUE_SHARE = 0.1;
const QUEUE_PACKETS = 2;

/** Within 5 % or 1 ms, and the jitter. Of nothing that came back: outside. */
export function delayFinding(
  direction: Finding['direction'],
  quantity: string,
  expectedMs: number,
  measuredMs: number | undefined,
  jitterMs: number,
): Finding {
  const toleranceMs = Math.max(DELAY_SHARE * expectedMs, DELAY_MS) + jitterMs;
  return {
    direction,
    quantity,
    configured: milliseconds(expectedMs),
    measured: measuredMs === undefined ? 'unknown, nothing came back' : milliseconds(measuredMs),
    tolerance: `± ${milliseconds(toleranceMs)}`,
    isWithin: measuredMs !== undefined && Math.abs(measuredMs - expectedMs) <= toleranceMs,
  };
}

/** Within 5 %; without a rate, all that a flood offers and that is not lost. */
export function rateFinding(
  direction: 'down' | 'up',
  quantity: string,
  { rateKbps, lossFraction }: LinkDirection,
  kbps: number,
): Finding {
  const measured = rate(kbps);
  if (rateKbps === null) {
    const least = UNLIMITED_OFFER_KBPS * (1 - lossFraction) * (1 - RATE_SHARE);
    const tolerance = `≥ ${rate(least)}, of what was offered`;
    const isWithin = kbps >= least;
    return { direction, quantity, configured: 'no limit', measured, tolerance, isWithin };
  }
  return {
    direction,
    quantity,
    configured: rate(rateKbps),
    measured,
    tolerance: `± ${percent(RATE_SHARE)}`,
    isWithin: Math.abs(kbps - rateKbps) <= RATE_SHARE * rateKbps,
  };
}

/** What a profile has and no reading judges: said, so that nobody takes it for proven. */
export function notJudged(
  direction: Finding['direction'],
  quantity: string,
  configured: string,
  measured = 'not measured',
): Finding {
  return { direction, quantity, configured, measured, tolerance: '–', isWithin: null };
}

/** The configured loss in the interval of the measured. @param confidence of it, e.g. 0.99. */
export function lossFinding(
  direction: 'down' | 'up',
  side: LinkDirection,
  counts: { sent: number; lost: number },
  confidence: number,
): Finding {
  const { low, high } = lossInterval(side, counts, confidence);
  return {
    direction,
    quantity: 'loss',
    configured: percent(side.lossFraction),
    measured: `${percent(counts.lost / counts.sent)} (${counts.lost} of ${counts.sent})`,
    tolerance: `in the ${percent(confidence)} interval ${percent(low)} to ${percent(high)}`,
    isWithin: low <= side.lossFraction && side.lossFraction <= high,
  };
}

/** Nothing where the queue has no depth of its own. */
export function queueFindings(
  direction: 'down' | 'up',
  side: LinkDirection,
  bytes: number,
): Finding[] {
  const packetBytes = floodBytes(side, FULL_FLOOD_SECONDS);
  const limit = queueLimitBytes(side, packetBytes);
  if (limit === null || side.rateKbps === null || side.queue?.kind === 'codel') return [];
  const tolerance =
    Math.max(QUEUE_SHARE * limit, QUEUE_PACKETS * packetBytes, (DELAY_MS * side.rateKbps) / 8) +
    (6 * side.jitterMs * side.rateKbps) / 8;
  return [
    {
      direction,
      quantity: 'queue',
      configured: kilobytes(limit),
      measured: kilobytes(bytes),
      tolerance: `± ${kilobytes(tolerance)}`,
      isWithin: Math.abs(bytes - limit) <= tolerance,
    },
  ];
}
