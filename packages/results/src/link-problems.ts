import { lossInterval } from '@holbench/stats/loss-interval';
import type { BeaconReading, CellPhase, LinkLosses } from './cell.ts';
import type { LinkDirection, NetworkProfile } from './network-profile.ts';
import { rateOf } from './rate-of.ts';

/** Confidence of all tests of a run together: one good run in a hundred loses a cell by its draw. */
const RUN_CONFIDENCE = 0.99;

/**
 * A queue that dropped a packet was at least so full, as a share of what it holds. A certificate allows 10 %
 * for its size and 5 % for the rate that empties it; the rest is a margin.
 */
const LEAST_FULL = 0.75;

/** The largest packet of a link: a queue without room for one drops it. */
const FULL_PACKET_BYTES = 1500;

/** Of a cell, or of the transfer of a connection. */
interface Linked {
  readonly link?: Pick<NonNullable<CellPhase['link']>, 'down' | 'up'> | null | undefined;
  readonly beacons?: CellPhase['beacons'];
}

/** One direction of a link. */
interface Counted {
  readonly where: 'down' | 'up';
  readonly side: LinkDirection;
  readonly losses: LinkLosses;
  readonly beacons: BeaconReading | null;
}

/**
 * Why a cell does not count because of what its link did during it, one line per reason.
 *
 * Every packet that was sent must have arrived, been lost at random, or been dropped by a queue that
 * has a limit. Random losses must be exactly as many as their seed makes. Where the emulator does not tell that,
 * the loss of the profile is in their interval, of a confidence that all such tests of the run together have 99 %
 * (Šidák, "Rectangular confidence regions for the means of multivariate normal distributions", J. Am. Stat. Assoc. 62,
 * 1967: the sequences of losses of cells, connections and directions are independent). A queue drops packets only when it is
 * full: where the beacons rule that out, a drop is a loss of unknown cause (an emulator without counters
 * has drops as what is left of the sum). What was not counted, and kinds of loss that the emulator does
 * not tell, are not judged.
 *
 * @param tested cells, or connections, that the run has at most.
 */
export function linkProblems(
  profile: NetworkProfile,
  { link, beacons }: Linked,
  tested: number,
): string[] {
  const counted = (['down', 'up'] as const).flatMap((where): Counted[] =>
    link
      ? [{ where, side: profile[where], losses: link[where], beacons: beacons?.[where] ?? null }]
      : [],
  );
  const confidence = RUN_CONFIDENCE ** (1 / (tested * counted.filter(isTested).length));
  return counted.flatMap((each) =>
    [
      unaccounted(each.losses),
      queueProblem(each),
      emptyQueueProblem(each),
      isTested(each) ? lossProblem(each, confidence) : exactLossProblem(each),
    ]
      .filter((problem) => problem !== null)
      .map((problem) => `${each.where}: ${problem}`),
  );
}

/** Whether chance decides on the number of losses. */
function isTested({ side, losses }: Counted): boolean {
  const { sentPackets, randomLosses, plannedLosses } = losses;
  return (
    side.lossFraction > 0 && sentPackets > 0 && randomLosses !== null && plannedLosses === undefined
  );
}

function unaccounted(losses: LinkLosses): string | null {
  const { sentPackets, receivedPackets, randomLosses, queueDrops } = losses;
  if (randomLosses === null || queueDrops === null) return null;
  const missing = sentPackets - receivedPackets - randomLosses - queueDrops;
  if (missing === 0) return null;
  const of = `of ${packets(sentPackets)} sent`;
  return missing > 0
    ? `${count(missing)} ${of} are missing, neither lost at random nor dropped by a queue`
    : `${count(-missing)} more than expected arrived, ${of}`;
}

function queueProblem({ side, losses }: Counted): string | null {
  if (side.queue !== null || !losses.queueDrops) return null;
  return `a queue dropped ${packets(losses.queueDrops)}, configured without a limit`;
}

function emptyQueueProblem({ side, losses, beacons }: Counted): string | null {
  const fullMs = fullQueueMs(side);
  const fullestMs = beacons?.fullestMs ?? null;
  if (!losses.queueDrops || fullMs === null || fullestMs === null) return null;
  if (fullestMs >= LEAST_FULL * fullMs) return null;
  return `${packets(losses.queueDrops)} lost for an unknown cause: a packet waited at most ${fullestMs.toFixed(0)} ms in the queue, of ${fullMs.toFixed(0)} ms in a full one`;
}

/**
 * Wait of the last packet in a queue that has no room for another, in ms; null where bytes do not limit
 * it: a queue of packets may be full of small ones, CoDel drops before it is full, and a trace empties it unevenly.
 */
function fullQueueMs(link: LinkDirection): number | null {
  const [rate, { queue }] = [rateOf(link), link];
  if (!rate?.isConstant || queue?.kind !== 'droptail') return null;
  return (Math.max(0, queue.limitBytes - FULL_PACKET_BYTES) * 8) / rate.meanKbps;
}

/** Where chance does not decide. */
function exactLossProblem({ side, losses }: Counted): string | null {
  const { sentPackets, randomLosses, plannedLosses = side.lossFraction > 0 ? null : 0 } = losses;
  if (randomLosses === null || plannedLosses === null || randomLosses === plannedLosses)
    return null;
  if (side.lossFraction === 0) return lossLine(losses, side);
  return `${count(randomLosses)} of ${packets(sentPackets)} lost at random, ${count(plannedLosses)} by their seed`;
}

function lossProblem({ side, losses }: Counted, confidence: number): string | null {
  const { sentPackets: sent, randomLosses } = losses;
  // More than were sent are not accounted for, either.
  const lost = Math.min(sent, randomLosses ?? 0);
  const { low, high } = lossInterval(side, { sent, lost }, confidence);
  return low <= side.lossFraction && side.lossFraction <= high ? null : lossLine(losses, side);
}

function lossLine({ sentPackets, randomLosses }: LinkLosses, { lossFraction }: LinkDirection) {
  const share = percent((randomLosses ?? 0) / sentPackets);
  return `${share} of ${packets(sentPackets)} lost at random, configured ${percent(lossFraction)}`;
}

function percent(fraction: number): string {
  return `${Number((100 * fraction).toPrecision(2))} %`;
}

function packets(number: number): string {
  return `${count(number)} packets`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
