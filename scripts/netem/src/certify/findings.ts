import type { DirectionReading, LinkReading } from '@holbench/results/link-certificate';
import type { DownOrUp, LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { lossInterval } from '@holbench/stats/loss-interval';
import { floodBytes, OVERLOAD, queueLimitBytes, UNLIMITED_OFFER_KBPS } from './flood-phase.ts';
import { RUN_IN_SHARE } from './lane-reading.ts';
import { FLOOD_SECONDS } from './measure-link.ts';
import { ECHO_BYTES, JITTER_DEVIATIONS, serialisationMs, SYN_BYTES } from './phase.ts';
import { kilobytes, milliseconds, percent, rate } from '../describe-profile.ts';
import { steadyBytes } from './steady-phase.ts';
import { rateOf } from '@holbench/results/rate-of';

/** One quantity of a reading against the profile. */
export interface Finding {
  readonly direction: DownOrUp | 'round trip';
  readonly quantity: string;
  readonly configured: string;
  readonly measured: string;
  readonly tolerance: string;
  /** Null: part of the profile, but not judged. */
  readonly isWithin: boolean | null;
}

/** Tolerance of delays: the larger of both (docs/reference/link-checks.md). */
const DELAY_SHARE = 0.05;
const DELAY_MS = 1;
/** Standard errors of a median and of a 95th percentile of n normally distributed values: these × deviation ÷ √n. */
const MEDIAN_ERROR = 1.2533;
const P95_ERROR = 2.113;
/** A normal distribution's 95th percentile, in standard deviations. */
const P95_DEVIATIONS = 1.645;
/** Tolerance of rates (docs/reference/link-checks.md). */
const RATE_SHARE = 0.05;
/**
 * Tolerance of queues: the largest of 10 %, two packets (one does not fit any more, another is
 * being sent) and 1 ms × rate, because the queue is read from delays.
 */
const QUEUE_SHARE = 0.1;
const QUEUE_PACKETS = 2;
/** Smallest part of each of a check's two protocols that share a flood. */
const SMALLEST_PART = 0.25;
/**
 * Confidence of the loss interval (docs/reference/link-checks.md). A correct link is outside a full reading's
 * interval once in a hundred, and is measured again (certifyProfile). With four such intervals
 * around each of hundreds of cells, checks would spoil good cells. A check only has to detect a
 * changed link.
 */
const LOSS_CONFIDENCE = { full: 0.99, check: 0.99999 } as const;
/**
 * Standard errors in which a normal estimate of a varying delay is: with 99.9 %, because a full reading has seven of
 * them, and with 99.999 %.
 */
const ERRORS = { full: 3.291, check: 4.417 } as const;

/** One line per quantity outside its tolerance: configured, measured, tolerance. */
export function problemsOf(profile: NetworkProfile, reading: LinkReading): string[] {
  return findingsOf(profile, reading)
    .filter(({ isWithin }) => isWithin === false)
    .map(
      ({ direction, quantity, configured, measured, tolerance }) =>
        `${direction}: ${quantity} is ${measured}, configured ${configured} (tolerance ${tolerance})`,
    );
}

/** Every quantity of a reading that the profile configures. */
export function findingsOf({ down, up }: NetworkProfile, reading: LinkReading): Finding[] {
  const jitterMs = Math.hypot(down.jitterMs, up.jitterMs);
  const expectedMs = (bytes: number): number =>
    [down, up].reduce((sum, side) => sum + side.delayMs + serialisationMs(side, bytes), 0);
  const { kind, rttMs, tcpConnectMs } = reading;
  /** Of n round trips, one standard error is `error` × deviation ÷ √n. */
  const errorMs = (delays: LinkReading['rttMs'], error: number): number =>
    (ERRORS[kind] * error * jitterMs) / Math.sqrt(delays?.n ?? 1);
  const median = (quantity: string, bytes: number, delays: LinkReading['rttMs']): Finding => {
    const noise = errorMs(delays, MEDIAN_ERROR);
    const typical = judged(down, delays)?.median;
    return delayFinding('round trip', quantity, expectedMs(bytes), typical, noise);
  };
  const p95Ms = expectedMs(ECHO_BYTES) + P95_DEVIATIONS * jitterMs;
  const p95Noise = errorMs(rttMs, P95_ERROR);
  return [
    median('RTT of UDP', ECHO_BYTES, rttMs),
    // A check has too few round trips; over a trace some wait for capacity.
    ...(kind === 'full' && rttMs?.p95 !== undefined && !down.trace && !up.trace
      ? [delayFinding('round trip', 'RTT of UDP, p95', p95Ms, rttMs.p95, p95Noise)]
      : []),
    ...(kind === 'full' ? [median('TCP connect', SYN_BYTES, tcpConnectMs)] : []),
    ...directionFindings('down', down, reading.down, kind),
    ...directionFindings('up', up, reading.up, kind),
  ];
}

function directionFindings(
  direction: DownOrUp,
  side: LinkDirection,
  reading: DirectionReading,
  kind: LinkReading['kind'],
): Finding[] {
  const oneWayMs = side.delayMs + serialisationMs(side, steadyBytes(side));
  return [
    // Its packets are so close together that they see few of the delays.
    side.jitterMs === 0
      ? delayFinding(
          direction,
          'one-way delay',
          oneWayMs,
          judged(side, reading.oneWayDelayMs)?.median,
          0,
        )
      : notJudged(direction, 'one-way delay', milliseconds(oneWayMs)),
    ...(reading.replay
      ? [replayFinding(direction, reading.replay)]
      : rateFindings(direction, side, reading, kind)),
    ...(reading.loss === null
      ? []
      : [lossFinding(direction, side, reading.loss, LOSS_CONFIDENCE[kind])]),
    ...queueFindings(direction, side, reading.queueBytes, kind),
  ];
}

/** Of a trace the shortest delay, which waits for no capacity, in place of the median. */
function judged({ trace }: LinkDirection, measured: LinkReading['rttMs']): LinkReading['rttMs'] {
  return trace && measured ? { ...measured, median: measured.min } : measured;
}

/** Within 5 % of what the trace lets pass, at every mark. */
function replayFinding(
  direction: DownOrUp,
  { expectedBytes, receivedBytes, largestDifferenceBytes }: Replay,
): Finding {
  const most = RATE_SHARE * expectedBytes;
  return {
    direction,
    quantity: 'bytes by the trace',
    configured: kilobytes(expectedBytes),
    measured: `${kilobytes(receivedBytes)}, at most ${kilobytes(largestDifferenceBytes)} apart`,
    tolerance: `± ${kilobytes(most)} at every 100 ms`,
    isWithin: expectedBytes > 0 && largestDifferenceBytes <= most,
  };
}
type Replay = NonNullable<DirectionReading['replay']>;

/** Part of the profile that no reading judges; listed, so that it is not taken for measured. */
function notJudged(direction: DownOrUp, quantity: string, configured: string): Finding {
  const measured = 'not measured';
  return { direction, quantity, configured, measured, tolerance: '–', isWithin: null };
}

/** Within 5 %, 1 ms, or `noiseMs`, the error of a correct link's sample; outside when nothing came back. */
function delayFinding(
  direction: Finding['direction'],
  quantity: string,
  expectedMs: number,
  measuredMs: number | undefined,
  noiseMs: number,
): Finding {
  const toleranceMs = Math.max(DELAY_SHARE * expectedMs, DELAY_MS, noiseMs);
  return {
    direction,
    quantity,
    configured: milliseconds(expectedMs),
    measured: measuredMs === undefined ? 'unknown, nothing came back' : milliseconds(measuredMs),
    tolerance: `± ${milliseconds(toleranceMs)}`,
    isWithin: measuredMs !== undefined && Math.abs(measuredMs - expectedMs) <= toleranceMs,
  };
}

function rateFindings(
  direction: DownOrUp,
  side: LinkDirection,
  { udpRateKbps: udp, tcpRateKbps: tcp }: DirectionReading,
  kind: LinkReading['kind'],
): Finding[] {
  // The two ends of the time in which it is counted have delays of their own.
  const countedMs = 1_000 * OVERLOAD * (1 - RUN_IN_SHARE) * FLOOD_SECONDS[kind];
  const noise = (ERRORS[kind] * Math.SQRT2 * side.jitterMs) / countedMs;
  const finding = (quantity: string, kbps: number): Finding =>
    rateFinding(direction, quantity, side, kbps, Math.max(RATE_SHARE, noise));
  if (kind === 'full' || udp === null || tcp === null) {
    return Object.entries({ UDP: udp, TCP: tcp }).flatMap(([protocol, kbps]) =>
      kbps === null ? [] : [finding(`rate of ${protocol}`, kbps)],
    );
  }
  const part = udp + tcp === 0 ? 0 : tcp / (udp + tcp);
  return [
    finding('rate of UDP and TCP', udp + tcp),
    {
      direction,
      quantity: "TCP's part of it",
      configured: percent(0.5),
      measured: percent(part),
      tolerance: `${percent(SMALLEST_PART)} to ${percent(1 - SMALLEST_PART)}`,
      isWithin: part >= SMALLEST_PART && part <= 1 - SMALLEST_PART,
    },
  ];
}

/** Within a share of it; without a rate, all that a flood offers and that is not lost. */
function rateFinding(
  direction: DownOrUp,
  quantity: string,
  side: LinkDirection,
  kbps: number,
  share: number,
): Finding {
  const least = UNLIMITED_OFFER_KBPS * (1 - side.lossFraction) * (1 - share);
  const limit = rateOf(side)?.meanKbps ?? null;
  return {
    direction,
    quantity,
    configured: limit !== null ? rate(limit) : 'no limit',
    measured: rate(kbps),
    tolerance: limit !== null ? `± ${percent(share)}` : `≥ ${rate(least)}, of what was offered`,
    isWithin: limit !== null ? Math.abs(kbps - limit) <= share * limit : kbps >= least,
  };
}

/** Within: the configured loss is in the interval of the measured. */
function lossFinding(
  direction: DownOrUp,
  side: LinkDirection,
  { sent, lost }: NonNullable<DirectionReading['loss']>,
  confidence: number,
): Finding {
  const { low, high } = lossInterval(side, { sent, lost }, confidence);
  return {
    direction,
    quantity: 'loss',
    configured: percent(side.lossFraction),
    measured: `${percent(lost / sent)} (${lost} of ${sent})`,
    tolerance: `in the ${percent(confidence)} interval ${percent(low)} to ${percent(high)}`,
    isWithin: low <= side.lossFraction && side.lossFraction <= high,
  };
}

/** None where there is no queue, and in a check. */
function queueFindings(
  direction: DownOrUp,
  side: LinkDirection,
  bytes: number | null,
  kind: LinkReading['kind'],
): Finding[] {
  const limited = rateOf(side);
  if (side.queue === null || limited === null || kind === 'check') return [];
  if (bytes === null) return [notJudged(direction, 'queue', side.queue.kind)];
  const packetBytes = floodBytes(side, FLOOD_SECONDS.full);
  const limit = queueLimitBytes(side.queue, packetBytes);
  const bytesPerMs = limited.meanKbps / 8;
  const tolerance =
    Math.max(QUEUE_SHARE * limit, QUEUE_PACKETS * packetBytes, DELAY_MS * bytesPerMs) +
    JITTER_DEVIATIONS * side.jitterMs * bytesPerMs;
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
