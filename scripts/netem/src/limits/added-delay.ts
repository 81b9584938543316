import { type SortedSamples, sortSamples } from '@holbench/stats/sorted-samples';
import type { LaneObservation } from '../certify/run-probe.ts';

export interface IdealLink {
  readonly rateKbps: number;
  readonly delayMs: number;
}

/**
 * How much later than on an ideal link each packet arrived, in ms: an ideal bottleneck sends packet
 * n when it has come and its predecessor is out, then takes bytes / rate for it (Lindley, "The
 * theory of queues with a single server", Proc. Cambridge Phil. Soc. 48, 1952). What the sender's
 * own bursts wait is thus not held against the emulator.
 * @returns null when nothing arrived.
 */
export function addedDelaysMs(
  { sentUs, arrived, arrivedUs }: LaneObservation,
  bytes: number,
  { rateKbps, delayMs }: IdealLink,
): SortedSamples | null {
  const serialisationUs = (bytes * 8000) / rateKbps;
  let outUs = -Infinity;
  const idealUs = sentUs.map((atUs) => {
    outUs = Math.max(outUs, atUs) + serialisationUs;
    return outUs + delayMs * 1000;
  });
  return sortSamples(
    arrived.map((number, index) => ((arrivedUs[index] ?? NaN) - (idealUs[number] ?? NaN)) / 1000),
  );
}
