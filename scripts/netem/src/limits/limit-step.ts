import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinkDirection } from '@holbench/results/network-profile';
import { maximum, median, orderStatistic } from '@holbench/stats/statistics';
import * as v from 'valibot';
import type { Backend } from '../backend.ts';
import type { Lane, StreamPhase } from '../certify/phase.ts';
import { type LaneObservation, runProbe } from '../certify/run-probe.ts';
import { addedDelaysMs } from './added-delay.ts';

const measured = v.pipe(v.number(), v.finite());

/** What an emulator did with one rate in both directions at once; the worse of the two. */
export const LimitStep = v.strictObject({
  rateKbps: measured,
  /** What the probe really sent. */
  offeredKbps: measured,
  sent: measured,
  lost: measured,
  /** Arrival later than on an ideal link, in ms. Null when nothing arrived. */
  addedMs: v.nullable(
    v.strictObject({ median: measured, p95: measured, p99: measured, max: measured }),
  ),
});
export type LimitStep = v.InferOutput<typeof LimitStep>;

const DELAY_MS = 10;
const SECONDS = 0.5;
/** Full-size packets. */
const BYTES = 1500;
/** So close to the rate that a bottleneck slower than it says grows a queue. */
const OFFERED_SHARE = 0.95;
/** Deeper than any burst of the probe. */
const QUEUE_MS = 100;

/** Sends 0.95 × the rate through a link without loss, on a link of its own. */
export async function measureStep(backend: Backend, rateKbps: number): Promise<LimitStep> {
  const side: LinkDirection = {
    rateKbps,
    delayMs: DELAY_MS,
    jitterMs: 0,
    lossFraction: 0,
    lossBurstPackets: 1,
    queue: { kind: 'droptail', limitBytes: (rateKbps * QUEUE_MS) / 8 },
  };
  const gapUs = (BYTES * 8000) / (OFFERED_SHARE * rateKbps);
  const packets = Math.round((SECONDS * 1e6) / gapUs);
  const lane: Lane = { packets, bytes: BYTES, gapUs, protocols: ['udp'] };
  const phase: StreamPhase = { kind: 'stream', down: lane, up: lane, waitMs: 2 * QUEUE_MS };
  const logFolder = await mkdtemp(join(tmpdir(), 'holbench-limit-'));
  try {
    await using link = await backend.start({
      profile: { id: 'limit', down: side, up: side },
      seed: 1,
      tcp: { congestionControl: 'cubic', notsentLowatBytes: null },
      logFolder,
    });
    const [seen] = await runProbe(link, [phase]);
    return worse(readStep(seen.down, rateKbps), readStep(seen.up, rateKbps));
  } finally {
    await rm(logFolder, { recursive: true, force: true });
  }
}

/** One direction of a step. */
export function readStep(seen: LaneObservation, rateKbps: number): LimitStep {
  const { sentUs, arrived } = seen;
  const seconds = ((sentUs.at(-1) ?? 0) - (sentUs[0] ?? 0)) / 1e6;
  const added = addedDelaysMs(seen, BYTES, { rateKbps, delayMs: DELAY_MS });
  return {
    rateKbps,
    offeredKbps: ((sentUs.length - 1) * BYTES * 8) / 1000 / seconds,
    sent: sentUs.length,
    lost: sentUs.length - arrived.length,
    addedMs: added && {
      median: median(added),
      p95: orderStatistic(added, 0.95),
      p99: orderStatistic(added, 0.99),
      max: maximum(added),
    },
  };
}

function worse(a: LimitStep, b: LimitStep): LimitStep {
  const added = (step: LimitStep, which: 'median' | 'p95' | 'p99' | 'max') =>
    step.addedMs?.[which] ?? 0;
  return {
    rateKbps: a.rateKbps,
    offeredKbps: Math.min(a.offeredKbps, b.offeredKbps),
    sent: a.sent + b.sent,
    lost: a.lost + b.lost,
    addedMs:
      a.addedMs === null || b.addedMs === null
        ? null
        : {
            median: Math.max(added(a, 'median'), added(b, 'median')),
            p95: Math.max(added(a, 'p95'), added(b, 'p95')),
            p99: Math.max(added(a, 'p99'), added(b, 'p99')),
            max: Math.max(added(a, 'max'), added(b, 'max')),
          },
  };
}
