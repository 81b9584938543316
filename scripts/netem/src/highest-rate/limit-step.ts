import { temporaryFolder } from '@holbench/process/temporary-folder';
import type { LinkDirection } from '@holbench/results/network-profile';
import { type SortedSamples, sortSamples } from '@holbench/stats/sorted-samples';
import { orderStatistic } from '@holbench/stats/statistics';
import type { Backend } from '../backend.ts';
import { PLAIN_DIRECTION } from '../backends/plain-profile.ts';
import type { Lane } from '../certify/phase.ts';
import { DEFAULT_TCP } from '../tcp-options.ts';
import { type LaneObservation, runStream } from '../certify/run-measurement.ts';

/** An emulator at one rate in both directions at once; the worse of the two. */
export interface LimitStep {
  readonly rateKbps: number;
  /** Rate that was sent. */
  readonly offeredKbps: number;
  /** Packets. */
  readonly lost: number;
  /** 95th percentile of arrival later than on an ideal link, in ms. Null when nothing arrived. */
  readonly addedMs: number | null;
}

const DELAY_MS = 10;
const SECONDS = 0.5;
/** Full-size packets. */
const BYTES = 1500;
/** Close to the rate, so that a bottleneck slower than configured builds a queue. */
const OFFERED_SHARE = 0.95;
/** Deeper than any burst of the measurement. */
const QUEUE_MS = 100;

/** Sends 0.95 × the rate over a new link without loss. */
export async function measureStep(backend: Backend, rateKbps: number): Promise<LimitStep> {
  const side: LinkDirection = {
    ...PLAIN_DIRECTION,
    rateKbps,
    delayMs: DELAY_MS,
    queue: { kind: 'droptail', limitBytes: (rateKbps * QUEUE_MS) / 8 },
  };
  const gapUs = (BYTES * 8000) / (OFFERED_SHARE * rateKbps);
  const packets = Math.round((SECONDS * 1e6) / gapUs);
  const lane: Lane = { packets, bytes: BYTES, gapUs, protocols: ['udp'] };
  await using folder = await temporaryFolder('limit');
  await using link = await backend.start({
    profile: { id: 'limit', down: side, up: side },
    seed: 1,
    tcp: DEFAULT_TCP,
    logFolder: folder.path,
  });
  const seen = await runStream(link, { down: lane, up: lane, waitMs: 2 * QUEUE_MS });
  return worse(readStep(seen.down, rateKbps), readStep(seen.up, rateKbps));
}

export function readStep(seen: LaneObservation, rateKbps: number): LimitStep {
  const { sentUs, arrived } = seen;
  const seconds = ((sentUs.at(-1) ?? 0) - (sentUs[0] ?? 0)) / 1e6;
  const added = addedDelaysMs(seen, BYTES, { rateKbps, delayMs: DELAY_MS });
  return {
    rateKbps,
    offeredKbps: ((sentUs.length - 1) * BYTES * 8) / 1000 / seconds,
    lost: sentUs.length - arrived.length,
    addedMs: added && orderStatistic(added, 0.95),
  };
}

function worse(a: LimitStep, b: LimitStep): LimitStep {
  return {
    rateKbps: a.rateKbps,
    offeredKbps: Math.min(a.offeredKbps, b.offeredKbps),
    lost: a.lost + b.lost,
    addedMs: a.addedMs === null || b.addedMs === null ? null : Math.max(a.addedMs, b.addedMs),
  };
}

/**
 * Lateness of each packet relative to an ideal link, in ms. An ideal bottleneck begins packet n
 * when it has arrived and its predecessor is out, and takes bytes / rate for it (Lindley, "The
 * theory of queues with a single server", Proc. Cambridge Phil. Soc. 48, 1952). So waits in bursts
 * of the sender do not count.
 * @returns null when nothing arrived.
 */
export function addedDelaysMs(
  { sentUs, arrived, arrivedUs }: LaneObservation,
  bytes: number,
  { rateKbps, delayMs }: { readonly rateKbps: number; readonly delayMs: number },
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
