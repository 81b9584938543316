import type { DirectionReading, LinkReading } from '@holbench/results/link-certificate';
import type { DownOrUp } from '@holbench/results/network-profile';
import type { Link } from '../backend.ts';
import { floodPhase, isQueueFilled } from './flood-phase.ts';
import { delaysOf, lossOf, oneWayDelaysUs, queueBytes, rateKbps } from './lane-reading.ts';
import { ECHO_BYTES, type Protocol, roundTripPhase, SYN_BYTES } from './phase.ts';
import { runMeasurement } from './run-measurement.ts';
import { measureTracedLink } from './traced-link.ts';
import { steadyPhase } from './steady-phase.ts';

const PROTOCOLS: readonly Protocol[] = ['udp', 'tcp'];

/** Duration of each flood, in seconds, unless filling the queue takes longer. */
export const FLOOD_SECONDS = { full: 0.5, check: 0.3 } as const;

/** How much each kind of reading sends; `lossSeconds` limits the time of counting losses. */
const EFFORT = {
  full: { roundTrips: 40, connections: 8, lossSeconds: 2.5 },
  check: { roundTrips: 8, connections: 0, lossSeconds: 0.25 },
} as const;

/**
 * Measures a running, idle link.
 *
 * `full` takes up to 12 s: round trips of UDP and TCP, one-way delays, loss, rate of UDP and of TCP,
 * queue. `check` takes about one: round trips of UDP, one-way delays, a small sample of losses, UDP
 * and TCP sharing one flood. Its number of packets depends only on the profile, so that afterwards
 * all links of one seed are at the same position of their sequence of losses.
 */
export async function measureLink(link: Link, kind: 'full' | 'check'): Promise<LinkReading> {
  const { profile } = link;
  if (profile.down.trace) return measureTracedLink(link, kind);
  const startedAt = performance.now();
  const measuredAt = new Date().toISOString();
  const isFull = kind === 'full';
  const { roundTrips, connections, lossSeconds } = EFFORT[kind];
  const seconds = FLOOD_SECONDS[kind];
  const floods = (isFull ? PROTOCOLS.map((each) => [each]) : [PROTOCOLS]).map((protocols) =>
    floodPhase(profile, { protocols, seconds, fillsQueue: isFull && protocols.includes('udp') }),
  );
  const { rttUs, connectUs, streams } = await runMeasurement(link, {
    echo: roundTripPhase(profile, ECHO_BYTES, roundTrips),
    connect: isFull ? roundTripPhase(profile, SYN_BYTES, connections) : null,
    streams: [steadyPhase(profile, lossSeconds), ...floods],
  });
  const [steady, ...floodsSeen] = streams;
  if (steady === undefined) throw new Error('the link measurement reported no steady stream');
  const direction = (name: DownOrUp): DirectionReading => {
    const reading = (protocol: Protocol) => {
      const index = floods.findIndex((flood) => flood[name].protocols.includes(protocol));
      const [flood, seen] = [floods[index]?.[name], floodsSeen[index]?.[name]];
      if (flood === undefined || seen === undefined) return null;
      return { seen, rate: rateKbps(flood, seen, protocol) };
    };
    const udp = reading('udp');
    const isFilled = isFull && isQueueFilled(profile[name], seconds);
    return {
      oneWayDelayMs: delaysOf(oneWayDelaysUs(steady[name])),
      loss: lossOf(profile[name], steady[name]),
      udpRateKbps: udp?.rate ?? null,
      tcpRateKbps: reading('tcp')?.rate ?? null,
      queueBytes: udp !== null && isFilled ? queueBytes(udp.seen, udp.rate) : null,
    };
  };
  return {
    measuredAt,
    kind,
    seconds: (performance.now() - startedAt) / 1000,
    rttMs: delaysOf(rttUs),
    tcpConnectMs: delaysOf(connectUs),
    down: direction('down'),
    up: direction('up'),
  };
}
