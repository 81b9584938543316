import type { DirectionReading, LinkReading } from '@holbench/results/link-certificate';
import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import {
  delayFinding,
  type Finding,
  lossFinding,
  notJudged,
  queueFindings,
  rateFinding,
} from './findings.ts';
import { serialisationMs } from './phase.ts';
import { milliseconds, percent } from './quantity-text.ts';
import { ECHO_BYTES, SYN_BYTES } from './round-trip-phases.ts';
import { steadyBytes } from './steady-phase.ts';

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
    .filter(({ isWithin }) => isWithin === false)
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
    delayFinding('round trip', 'RTT of UDP', expected(ECHO_BYTES), reading.rttMs?.median, jitterMs),
  ];
  if (reading.kind === 'check') return findings;
  const connect = reading.tcpConnectMs?.median;
  return [
    ...findings,
    delayFinding('round trip', 'TCP connect', expected(SYN_BYTES), connect, jitterMs),
  ];
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
    findings.push(delayFinding(name, 'one-way delay', expected, reading.oneWayDelayMs?.median, 0));
  } else {
    findings.push(notJudged(name, 'jitter', milliseconds(side.jitterMs)));
  }
  findings.push(
    ...(kind === 'full' ? rates(name, side, reading) : sharedRate(name, side, reading)),
  );
  if (reading.loss !== null)
    findings.push(lossFinding(name, side, reading.loss, LOSS_CONFIDENCE[kind]));
  if (reading.queueBytes !== null) findings.push(...queueFindings(name, side, reading.queueBytes));
  else if (kind === 'full' && side.queue !== null) {
    findings.push(notJudged(name, 'queue', side.queue.kind));
  }
  return findings;
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
