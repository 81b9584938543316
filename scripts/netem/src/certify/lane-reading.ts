import { lossInterval } from '@holbench/stats/loss-interval';
import type { DirectionReading, LinkReading } from '@holbench/results/link-certificate';
import type { LinkDirection } from '@holbench/results/network-profile';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { maximum, median, minimum, orderStatistic } from '@holbench/stats/statistics';
import type { Lane, Protocol } from './phase.ts';
import type { LaneObservation } from './run-measurement.ts';

/** @param us durations in microseconds. @returns milliseconds; null for none. */
export function delaysOf(us: readonly number[]): LinkReading['rttMs'] {
  const sorted = sortSamples(us.map((value) => value / 1000));
  if (sorted === null) return null;
  return {
    n: sorted.length,
    min: minimum(sorted),
    median: median(sorted),
    p95: orderStatistic(sorted, 0.95),
    max: maximum(sorted),
  };
}

/** From just before each packet is sent to the kernel's stamp on arrival, in µs. */
export function oneWayDelaysUs({ sentUs, arrived, arrivedUs }: LaneObservation): number[] {
  return arrived.map((number, index) => (arrivedUs[index] ?? NaN) - (sentUs[number] ?? NaN));
}

/** This share of arrivals comes first, while the bottleneck may still run out of packets. */
export const RUN_IN_SHARE = 1 / 4;

/**
 * Arrival rate of IP packets of one protocol, in kbit/s: their bytes after the run-in ÷ the time
 * from its end to the last arrival (of either protocol).
 */
export function rateKbps(lane: Lane, observation: LaneObservation, protocol: Protocol): number {
  const { arrived, arrivedUs } = observation;
  const arrivals = arrived
    .map((number, index) => ({
      atUs: arrivedUs[index] ?? NaN,
      protocol: lane.protocols[number % lane.protocols.length],
    }))
    .toSorted((a, b) => a.atUs - b.atUs)
    .slice(Math.floor(arrived.length * RUN_IN_SHARE));
  const [first, last] = [arrivals[0], arrivals.at(-1)];
  if (first === undefined || last === undefined || last.atUs === first.atUs) return 0;
  const packets = arrivals.slice(1).filter((arrival) => arrival.protocol === protocol).length;
  return (packets * lane.bytes * 8000) / (last.atUs - first.atUs);
}

/** A flood that fills a queue leaves it full for about a quarter of its packets. */
const FULL_QUEUE_QUANTILE = 0.95;

/**
 * Bytes that waited when the queue overflowed: (the one-way delay then − that of a packet that
 * found it empty) × rate. Not the longest delay, which may be a hiccup of the machine.
 */
export function queueBytes(observation: LaneObservation, kbps: number): number | null {
  const delays = sortSamples(oneWayDelaysUs(observation));
  if (delays === null) return null;
  const waitedUs = orderStatistic(delays, FULL_QUEUE_QUANTILE) - minimum(delays);
  return (waitedUs * kbps) / 8000;
}

/** Number of losses, with their interval, which is wider for bursts. */
export function lossOf(side: LinkDirection, { sentUs, arrived }: LaneObservation): Loss {
  const sent = sentUs.length;
  const lost = sent - new Set(arrived).size;
  const { low, high } = lossInterval(side, { sent, lost }, 0.99);
  return { sent, lost, low99: low, high99: high };
}
type Loss = NonNullable<DirectionReading['loss']>;
