import type { DirectionReading, LinkReading } from '@holbench/results/link-certificate';
import type { NetworkProfile } from '@holbench/results/network-profile';
import type { Link } from '../backend.ts';
import { floodPhase, isQueueFilled } from './flood-phase.ts';
import { delaysOf, lossOf, oneWayDelaysUs, queueBytes, rateKbps } from './lane-reading.ts';
import type { Protocol, StreamPhase } from './phase.ts';
import { connectPhase, echoPhase } from './round-trip-phases.ts';
import { runProbe, type StreamObservation } from './run-probe.ts';
import { steadyPhase } from './steady-phase.ts';

/** Raw TCP segments can be read on Linux only; elsewhere UDP alone is measured. */
const WITH_TCP: readonly Protocol[] = process.platform === 'linux' ? ['tcp'] : [];

/** Round trips that a reading rests on. */
const FULL_ROUND_TRIPS = 30;
const CHECK_ROUND_TRIPS = 8;
const CONNECTIONS = 8;
/** Of each flood, in seconds, where filling the queue does not take longer. */
export const FULL_FLOOD_SECONDS = 0.5;
const CHECK_FLOOD_SECONDS = 0.3;
/** Time boxes of the count of losses, in seconds. */
const FULL_LOSS_SECONDS = 2.5;
const CHECK_LOSS_SECONDS = 0.25;

/**
 * Measures a running link, which has to be idle.
 *
 * `full` takes up to 8 s: round trips of UDP and TCP, one-way delays, loss, rate of UDP and of TCP,
 * queue. `check` takes about one: round trips of UDP, one-way delays, a small sample of losses, UDP
 * and TCP sharing one flood. It sends a number of packets that depends on the profile only, so that
 * all links of one seed have used up the same part of their sequence of losses afterwards.
 */
export async function measureLink(link: Link, kind: 'full' | 'check'): Promise<LinkReading> {
  const startedAt = performance.now();
  const measuredAt = new Date().toISOString();
  const measured = await (kind === 'full' ? measureAll(link) : measureBriefly(link));
  return { measuredAt, kind, seconds: (performance.now() - startedAt) / 1000, ...measured };
}

type Measured = Omit<LinkReading, 'measuredAt' | 'kind' | 'seconds'>;

async function measureAll(link: Link): Promise<Measured> {
  const { profile } = link;
  const steady = steadyPhase(profile, FULL_LOSS_SECONDS);
  const flood = { seconds: FULL_FLOOD_SECONDS, fillsQueue: false };
  const udp = floodPhase(profile, { ...flood, protocols: ['udp'], fillsQueue: true });
  const tcp = WITH_TCP.map((protocol) => floodPhase(profile, { ...flood, protocols: [protocol] }));
  const [echo, connect, steadySeen, udpSeen, ...tcpSeen] = await runProbe(link, [
    echoPhase(profile, FULL_ROUND_TRIPS),
    connectPhase(profile, CONNECTIONS),
    steady,
    udp,
    ...tcp,
  ]);
  const direction = (name: 'down' | 'up'): DirectionReading => {
    const udpRateKbps = rateKbps(udp[name], udpSeen[name], 'udp');
    const filled = isQueueFilled(profile[name], FULL_FLOOD_SECONDS);
    return {
      ...steadyReading(profile, steadySeen, name),
      udpRateKbps,
      tcpRateKbps: rateOf('tcp', tcp[0], tcpSeen[0], name),
      queueBytes: filled ? queueBytes(udpSeen[name], udpRateKbps) : null,
    };
  };
  return {
    rttMs: delaysOf(echo.rttUs),
    tcpConnectMs: delaysOf(connect.connectUs),
    down: direction('down'),
    up: direction('up'),
  };
}

async function measureBriefly(link: Link): Promise<Measured> {
  const { profile } = link;
  const both = floodPhase(profile, {
    protocols: ['udp', ...WITH_TCP],
    seconds: CHECK_FLOOD_SECONDS,
    fillsQueue: false,
  });
  const [echo, steadySeen, seen] = await runProbe(link, [
    echoPhase(profile, CHECK_ROUND_TRIPS),
    steadyPhase(profile, CHECK_LOSS_SECONDS),
    both,
  ]);
  const direction = (name: 'down' | 'up'): DirectionReading => ({
    ...steadyReading(profile, steadySeen, name),
    udpRateKbps: rateOf('udp', both, seen, name),
    tcpRateKbps: rateOf('tcp', both, seen, name),
    queueBytes: null,
  });
  return {
    rttMs: delaysOf(echo.rttUs),
    tcpConnectMs: null,
    down: direction('down'),
    up: direction('up'),
  };
}

function steadyReading(
  profile: NetworkProfile,
  seen: StreamObservation,
  name: 'down' | 'up',
): Pick<DirectionReading, 'oneWayDelayMs' | 'loss'> {
  return {
    oneWayDelayMs: delaysOf(oneWayDelaysUs(seen[name])),
    loss: lossOf(profile[name], seen[name]),
  };
}

function rateOf(
  protocol: Protocol,
  phase: StreamPhase | undefined,
  seen: StreamObservation | undefined,
  name: 'down' | 'up',
): number | null {
  if (phase === undefined || seen === undefined) return null;
  if (!phase[name].protocols.includes(protocol)) return null;
  return rateKbps(phase[name], seen[name], protocol);
}
