import { isShaped } from '@holbench/results/is-shaped';
import type { LinkDirection } from '@holbench/results/network-profile';
import { queueSeconds } from '@holbench/results/parameters';
import type { Workload } from '@holbench/results/workload';
import { TCP_PACKET } from '../../full-packets.ts';
import { fullSegmentsPerSecond, inDirection } from '../../planned-seconds.ts';
import type { CellPlan, Direction } from '../../scenario.ts';
import { BIN_MS } from './moved-bytes.ts';
import { PROBE_DEADLINE_MS } from './probe-latencies.ts';
import { LEAST_INTERVALS } from './stability.ts';
import { rateOf } from '@holbench/results/rate-of';

/** Duration of the uncounted first probes of a phase. */
export const WARMUP_MS = 500;

/** How many phases a cell has (alone, same, other), and how many of them have a bulk transfer. */
export const PHASES = 3;
const LOADED_PHASES = 2;

/** Longest window, in seconds: as long as the first file of a bulk transfer may take. */
export const MOST_WINDOW_SECONDS = 300;

/** How long a ramp is, as a multiple of the shortest: over reference-4g 7 to 10 s were measured. */
const RAMP = 1.2;

/** The parts of a cell on which its phases depend. */
type PhasesPlan = Pick<CellPlan, 'network' | 'workload' | 'factors'>;

/** How the goodput of a bulk transfer is found to be stable. */
export interface RampSpec {
  /** A second in draft-ietf-ippm-responsiveness. */
  readonly intervalMs: number;
  /** Largest standard deviation of its moving averages, as a share of the latest. */
  readonly tolerance: number;
  readonly mostMs: number;
}

/** `SDT` of draft-ietf-ippm-responsiveness. */
const TOLERANCE = 0.05;
/**
 * Where packets are lost, the window of a connection falls and grows again for ever. Over reference-4g four
 * seconds hold about seven losses, by which their goodput differs by a tenth (docs/decisions/0028).
 */
const LOSSY_TOLERANCE = 0.15;

/**
 * A page knows of a WebSocket’s file by its chunks, each of which arrives whole. Of slow links an
 * interval must be longer, for its bytes not to be those of one chunk more or less.
 */
const LEAST_CHUNKS = 2;
/** As long as a ramp may take: over a slower link the page itself takes minutes. */
const MOST_INTERVAL_MS = 20_000;

/** What working conditions are in a cell. On an unshaped network slow start takes milliseconds. */
export function rampSpec(
  { network: { profile }, workload, factors: { chunkBytes } }: PhasesPlan,
  direction: Direction,
): RampSpec {
  const link = inDirection(profile, direction);
  const chunksMs = (LEAST_CHUNKS * chunkBytes * 8) / (rateOf(link)?.meanKbps ?? Infinity);
  return {
    intervalMs: Math.max(isShaped(profile) ? 1_000 : 200, BIN_MS * Math.ceil(chunksMs / BIN_MS)),
    tolerance: link.lossFraction > 0 ? LOSSY_TOLERANCE : TOLERANCE,
    mostMs: workload.rampSeconds * 1_000,
  };
}

/** How long the first seconds of a transfer are, in ms: slow start and the backlog that it leaves. */
export function firstMs({ profile }: CellPlan['network']): number {
  return isShaped(profile) ? 3_000 : 600;
}

/** Losses to be expected while a bulk transfer moves so many payload bytes. */
export function expectedLosses({ lossFraction }: LinkDirection, bytes: number): number {
  return (lossFraction * bytes) / TCP_PACKET.payloadBytes;
}

/**
 * Least duration of a window, in seconds: as asked for, and long enough for its messages. Each has a
 * moment of its own slot, and a window need not begin with one.
 */
export function leastWindowSeconds({
  holbWindowSeconds,
  windowMessages,
  probesPerSecond,
}: Workload): number {
  return Math.max(holbWindowSeconds, (windowMessages + 1) / probesPerSecond);
}

/**
 * Expected duration of a window with a bulk transfer, in seconds: long enough for the losses that
 * it is to hold, at the goodput of one connection.
 */
export function loadedWindowSeconds(
  { network, workload }: Pick<CellPlan, 'network' | 'workload'>,
  direction: Direction,
): number {
  const link = inDirection(network.profile, direction);
  const perSecond = link.lossFraction * fullSegmentsPerSecond(network.profile, direction);
  const least = leastWindowSeconds(workload);
  return link.lossFraction === 0 ? least : Math.max(least, workload.windowLosses / perSecond);
}

/** Why no window would hold what it is to hold; null where it does. */
export function unfit(cell: PhasesPlan, direction: Direction): string | null {
  const { workload } = cell;
  if (workload.connections > 0) return null;
  const { intervalMs } = rampSpec(cell, direction);
  if (intervalMs > MOST_INTERVAL_MS) {
    return `${LEAST_CHUNKS} chunks take ${intervalMs / 1_000} s, of ${MOST_INTERVAL_MS / 1_000} s at most: choose a faster network, or a smaller --chunk-size`;
  }
  const { windowLosses, windowMessages } = workload;
  const [least, loaded] = [leastWindowSeconds(workload), loadedWindowSeconds(cell, direction)];
  const [seconds, what] =
    least > MOST_WINDOW_SECONDS
      ? [least, `${windowMessages} messages: give fewer --least-messages`]
      : [loaded, `${windowLosses} expected losses: give fewer --least-losses`];
  if (seconds <= MOST_WINDOW_SECONDS) return null;
  return `a window would last ${Math.ceil(seconds)} s, of ${MOST_WINDOW_SECONDS} s at most, to hold ${what}`;
}

/** A connection waits for its last answers, and until its link is empty: longer where a full queue holds more. */
const REST_SECONDS = 1.5;

/** Duration of the connections of a cell, in seconds, without opening its pages. */
function connectionsSeconds({ network, workload }: PhasesPlan): number {
  const { connections, otherConnections, aloneSeconds, transferSeconds } = workload;
  const all = connections + Math.min(connections, otherConnections);
  const { down, up } = network.profile;
  const queues = queueSeconds(down) + queueSeconds(up);
  return all * (aloneSeconds + transferSeconds + REST_SECONDS + queues);
}

/** Time limit of what a connection measures, in ms: both series of probes wait. */
export function connectionLimitMs({ aloneSeconds, transferSeconds }: Workload): number {
  return 1_000 * (aloneSeconds + transferSeconds) + 2 * PROBE_DEADLINE_MS + LIMIT_MARGIN_MS;
}

/** For the page to be late. */
const LIMIT_MARGIN_MS = 30_000;

/** How much longer than expected the slowest of several transfers takes to lose so many packets. */
const SLOWEST = 1.8;

/**
 * Duration of the phases of a cell, in seconds, without opening its pages.
 * @param cells side by side: each begins a phase when all do.
 */
export function phaseSeconds(cell: PhasesPlan, direction: Direction, cells = 1): number {
  const { network, workload } = cell;
  if (workload.connections > 0) return connectionsSeconds(cell);
  const { intervalMs, mostMs } = rampSpec(cell, direction);
  const ramp = Math.min(mostMs, RAMP * LEAST_INTERVALS * intervalMs) / 1_000;
  const loses = inDirection(network.profile, direction).lossFraction > 0;
  const slowest = cells > 1 && loses ? SLOWEST : 1;
  return (
    (PHASES * WARMUP_MS) / 1_000 +
    leastWindowSeconds(workload) +
    LOADED_PHASES * (ramp + slowest * loadedWindowSeconds(cell, direction))
  );
}

/** Time limit of a phase once its pages are open, in ms: both series of probes wait. */
export function phaseLimitMs({ workload: { rampSeconds } }: Pick<CellPlan, 'workload'>): number {
  return (rampSeconds + MOST_WINDOW_SECONDS) * 1_000 + 2 * PROBE_DEADLINE_MS;
}
