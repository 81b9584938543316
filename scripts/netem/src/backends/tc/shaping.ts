import type { LinkDirection, Queue } from '@holbench/results/network-profile';
import { MTU_BYTES } from '../../topology/sides.ts';
import { lossProbabilities } from '../gilbert.ts';
import type { Devices } from './middle.ts';
import { rateOf } from '@holbench/results/rate-of';

/**
 * Limit of netem's delay line, in packets. Out of reach on purpose: only the configured loss and the
 * bottleneck's queue drop packets. (netem's default is 1000.)
 */
const DELAY_LINE_PACKETS = 1_000_000;

/** tc counts the Ethernet header: 14 bytes less, in all qdiscs below. */
const COUNT_IP_PACKETS = 'stab overhead -14';

/**
 * Rate of the transmission, relative to the bottleneck's. At exactly that rate, packets delayed by
 * a busy machine would stay late until the next gap between packets.
 */
const CATCH_UP = 1.02;
/** With a rate, however high, netem keeps packets of random delays in order. */
const KEEP_ORDER = 'rate 100gbit';

/** Of the qdiscs on a bottleneck's device: netem with the losses, and the queue inside it. */
export const HANDLES = { losses: '1:', queue: '3:' } as const;

/**
 * Commands of `tc -batch` for one direction of a link. On the first device, netem drops packets;
 * inside it HFSC is the bottleneck, with the queue. On the second, netem adds the transmission
 * time, because HFSC releases a packet when its transmission begins, and then the delay.
 *
 * One netem with its own `rate` would be simpler, but its limit counts both delayed and waiting
 * packets. Measured at 1 Mbit/s with room for 25 000 bytes, packets of 500 bytes were dropped when
 * 4 170 bytes waited, and the link carried 0.94 Mbit/s. A token bucket (tbf) inside netem counts
 * bytes, but loses time when a timer is later than its burst: on a busy machine it gave 16.1 of 20
 * Mbit/s. HFSC, whose service curve is a function of time, gave 20.0.
 *
 * @param seed of the losses; null where kernel or iproute2 cannot take one.
 */
export function shapingCommands(
  devices: Devices,
  direction: LinkDirection,
  seed: number | null,
): string[] {
  return [
    ...bottleneckCommands(devices.bottleneck, direction, seed),
    [netemOn('add', devices.delay), ...delayWords(direction)].join(' '),
  ];
}

/**
 * Command of `tc -batch` that begins a new sequence of losses in one direction of a running link:
 * netem seeds its generator and resets Gilbert's chain at every change. The qdiscs inside stay.
 */
export function lossCommand(devices: Devices, direction: LinkDirection, seed: number): string {
  return [netemOn('change', devices.bottleneck), ...lossWords(direction, seed)].join(' ');
}

function bottleneckCommands(
  device: string,
  direction: LinkDirection,
  seed: number | null,
): string[] {
  const limit = rateOf(direction);
  const netem = [netemOn('add', device), ...lossWords(direction, seed)].join(' ');
  if (limit === null) return [netem];
  // Link sharing (ls) gives the class all of the rate; the upper limit (ul) is the bottleneck.
  const rate = bitsPerSecond(limit.meanKbps);
  return [
    netem,
    `qdisc add dev ${device} parent 1:1 handle 2: hfsc default 1`,
    `class add dev ${device} parent 2: classid 2:1 hfsc ls m2 ${rate} ul m2 ${rate}`,
    `qdisc add dev ${device} parent 2:1 handle ${HANDLES.queue} ${queueWords(direction.queue)}`,
  ];
}

function netemOn(verb: 'add' | 'change', device: string): string {
  return `qdisc ${verb} dev ${device} root handle ${HANDLES.losses} ${COUNT_IP_PACKETS} netem limit ${DELAY_LINE_PACKETS}`;
}

function delayWords(direction: LinkDirection): string[] {
  const { delayMs, jitterMs } = direction;
  const rate = rateOf(direction);
  const times = [delayMs, jitterMs].map(milliseconds).join(' ');
  return [
    ...(jitterMs > 0 ? [`delay ${times} distribution normal`] : []),
    ...(jitterMs === 0 && delayMs > 0 ? [`delay ${milliseconds(delayMs)}`] : []),
    ...(rate !== null ? [`rate ${bitsPerSecond(CATCH_UP * rate.meanKbps)}`] : []),
    ...(rate === null && jitterMs > 0 ? [KEEP_ORDER] : []),
  ];
}

function bitsPerSecond(kbps: number): string {
  return `${Math.round(kbps * 1000)}bit`;
}

function lossWords(
  { lossFraction, lossBurstPackets }: LinkDirection,
  seed: number | null,
): string[] {
  if (lossFraction === 0) return [];
  const seeded = seed === null ? [] : [`seed ${seed}`];
  if (lossBurstPackets === 1) return [`loss random ${percent(lossFraction)}`, ...seeded];
  // Gilbert's chain: p begins a run of losses, r ends it, and a run loses everything.
  const [p = 0] = lossProbabilities(lossFraction, lossBurstPackets);
  return [`loss gemodel ${percent(p)} ${percent(1 / lossBurstPackets)} 100% 0%`, ...seeded];
}

function queueWords(queue: Queue | null): string {
  switch (queue?.kind) {
    case undefined:
      return `pfifo limit ${DELAY_LINE_PACKETS}`;
    case 'droptail':
      return `bfifo limit ${Math.round(queue.limitBytes)}`;
    case 'droptail-packets':
      return `pfifo limit ${Math.round(queue.limitPackets)}`;
    case 'codel': {
      // sch_codel's limit is in packets; it is the last resort of a queue that CoDel keeps short.
      const packets = Math.ceil(queue.limitBytes / MTU_BYTES);
      const [target, interval] = [queue.targetMs, queue.intervalMs].map(milliseconds);
      return `codel limit ${packets} target ${target} interval ${interval} noecn`;
    }
  }
}

function percent(fraction: number): string {
  return `${decimal(fraction * 100)}%`;
}

function milliseconds(ms: number): string {
  return `${decimal(ms)}ms`;
}

/** To ten places, beyond the kernel's precision (2⁻³² of 100 %, 1 ns). */
function decimal(value: number): string {
  return String(Number(value.toFixed(10)));
}
