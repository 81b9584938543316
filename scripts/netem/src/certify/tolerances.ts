import type { DirectionReading, LinkReading } from '@holbench/results/link-certificate';
import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { floodBytes, queueLimitBytes, UNLIMITED_OFFER_KBPS } from './flood-phase.ts';
import { lossInterval } from './lane-reading.ts';
import { FULL_FLOOD_SECONDS } from './measure-link.ts';
import { serialisationMs } from './phase.ts';
import { ECHO_BYTES, SYN_BYTES } from './round-trip-phases.ts';
import { steadyBytes } from './steady-phase.ts';
import { kilobytes, milliseconds, percent, rate } from './quantity-text.ts';

/** One quantity of a reading, judged. */
export interface Finding {
  readonly direction: 'down' | 'up' | 'round trip';
  readonly quantity: string;
  readonly configured: string;
  readonly measured: string;
  readonly tolerance: string;
  readonly isWithin: boolean;
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
/** Of a check's two protocols that share a flood neither gets less, if they are treated alike. */
const SMALLEST_PART = 0.25;
/**
 * Of the loss in a full reading (MEASUREMENT.md): a correct link is outside once in a hundred, and
 * is measured again (certifyProfile). A check, with four such intervals around every one of
 * hundreds of cells, would spoil good ones; it shall only notice a link that has become another.
 */
const LOSS_CONFIDENCE = { full: 0.99, check: 0.99999 } as const;

/** @returns one line per quantity outside its tolerance: configured, measured, tolerance. */
export function problemsOf(profile: NetworkProfile, reading: LinkReading): string[] {
  return findingsOf(profile, reading)
    .filter(({ isWithin }) => !isWithin)
    .map(
      ({ direction, quantity, configured, measured, tolerance }) =>
        `${direction}: ${quantity} is ${measured}, configured ${configured} (tolerance ${tolerance})`,
    );
}

/** Everything in a reading that the profile says something about. */
export function findingsOf(profile: NetworkProfile, reading: LinkReading): Finding[] {
  return [
    ...roundTrips(profile, reading),
    ...oneDirection('down', profile.down, reading.down, reading.kind),
    ...oneDirection('up', profile.up, reading.up, reading.kind),
  ];
}

function roundTrips({ down, up }: NetworkProfile, reading: LinkReading): Finding[] {
  const jitterMs = down.jitterMs + up.jitterMs;
  const expected = (bytes: number): number =>
    [down, up].reduce((sum, side) => sum + side.delayMs + serialisationMs(side, bytes), 0);
  const findings = [
    delay('round trip', 'RTT of UDP', expected(ECHO_BYTES), reading.rttMs?.median, jitterMs),
  ];
  if (reading.kind === 'check') return findings;
  const connect = reading.tcpConnectMs?.median;
  return [...findings, delay('round trip', 'TCP connect', expected(SYN_BYTES), connect, jitterMs)];
}

function oneDirection(
  name: 'down' | 'up',
  side: LinkDirection,
  reading: DirectionReading,
  kind: LinkReading['kind'],
): Finding[] {
  const findings: Finding[] = [];
  // With jitter close packets queue behind the slowest of them: their delay is another quantity.
  if (side.jitterMs === 0) {
    const expected = side.delayMs + serialisationMs(side, steadyBytes(side));
    findings.push(delay(name, 'one-way delay', expected, reading.oneWayDelayMs?.median, 0));
  }
  findings.push(
    ...(kind === 'full' ? rates(name, side, reading) : sharedRate(name, side, reading)),
  );
  if (reading.loss !== null) findings.push(loss(name, side, reading.loss, LOSS_CONFIDENCE[kind]));
  if (reading.queueBytes !== null) findings.push(...queue(name, side, reading.queueBytes));
  return findings;
}

function delay(
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

function rates(name: 'down' | 'up', side: LinkDirection, reading: DirectionReading): Finding[] {
  const { udpRateKbps, tcpRateKbps } = reading;
  return [
    ...(udpRateKbps === null ? [] : [rateFinding(name, 'rate of UDP', side, udpRateKbps)]),
    ...(tcpRateKbps === null ? [] : [rateFinding(name, 'rate of TCP', side, tcpRateKbps)]),
  ];
}

function sharedRate(
  name: 'down' | 'up',
  side: LinkDirection,
  reading: DirectionReading,
): Finding[] {
  const { udpRateKbps, tcpRateKbps } = reading;
  if (udpRateKbps === null) return [];
  if (tcpRateKbps === null) return rates(name, side, reading);
  const sum = udpRateKbps + tcpRateKbps;
  const part = sum === 0 ? 0 : tcpRateKbps / sum;
  return [
    rateFinding(name, 'rate of UDP and TCP', side, sum),
    {
      direction: name,
      quantity: "TCP's part of it",
      configured: percent(0.5),
      measured: percent(part),
      tolerance: `${percent(SMALLEST_PART)} to ${percent(1 - SMALLEST_PART)}`,
      isWithin: part >= SMALLEST_PART && part <= 1 - SMALLEST_PART,
    },
  ];
}

function rateFinding(
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

function loss(
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

function queue(direction: 'down' | 'up', side: LinkDirection, bytes: number): Finding[] {
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
