import type { DirectionReading, LinkReading } from '@holbench/results/link-certificate';
import type { DownOrUp, LinkDirection } from '@holbench/results/network-profile';
import type { Link } from '../backend.ts';
import { predictArrivals } from '../trace/predict-arrivals.ts';
import { traceOf } from '../trace/read-trace.ts';
import { lengthMs, mean, ratesKbps, type Trace } from '../trace/trace.ts';
import { floodPhase, queueLimitBytes } from './flood-phase.ts';
import { delaysOf, lossOf, oneWayDelaysUs } from './lane-reading.ts';
import { ECHO_BYTES, roundTripPhase, SYN_BYTES } from './phase.ts';
import { runMeasurement, runStream, type StreamObservation } from './run-measurement.ts';
import { steadyPhase } from './steady-phase.ts';

/** How much each kind of reading sends; the flood of a full one is compared in 20 s of the trace. */
const EFFORT = {
  full: { roundTrips: 30, connections: 8, floodSeconds: 20, lossSeconds: 2 },
  check: { roundTrips: 8, connections: 0, floodSeconds: 1, lossSeconds: 0.25 },
} as const;

/** Delays and losses are measured with this share of the mean rate, which is there nearly always. */
const SMALL_SHARE = 0.1;
/** Of a flood: all sizes are equal, and the trace counts in these. */
const PACKET_BYTES = 1_500;
/** Received and predicted are compared at these marks. */
const MARK_MS = 100;
/** In which delays are measured: long enough for all of that, short enough to be found in every trace. */
const STRETCH_MS = 5_000;
/** As long as a capacity must be there again; shorter gaps hardly move the shortest delay. */
const LULL_MS = 200;
/** Beyond which the best stretch is not looked for. */
const SEARCHED_STEPS = 30_000;

/** `measureLink` for a link with a trace: delays where it has capacity, then a flood that keeps its queue filled. */
export async function measureTracedLink(
  link: Link,
  kind: LinkReading['kind'],
): Promise<LinkReading> {
  const { profile } = link;
  const trace = traceOf(profile);
  if (trace === null) throw new Error(`${profile.id} has no trace`);
  const startedAt = performance.now();
  const measuredAt = new Date().toISOString();
  const { roundTrips, connections, floodSeconds: seconds, lossSeconds } = EFFORT[kind];
  const slow = { ...profile, down: slowed(profile.down), up: slowed(profile.up) };
  const best = bestStretchMs(trace);
  await link.packets();
  await link.rewind(best);
  const { rttUs, connectUs, streams } = await runMeasurement(link, {
    echo: roundTripPhase(slow, ECHO_BYTES, roundTrips),
    connect: connections > 0 ? roundTripPhase(slow, SYN_BYTES, connections) : null,
    streams: [steadyPhase(slow, lossSeconds)],
  });
  const [steady] = streams;
  if (steady === undefined) throw new Error('the link measurement reported no steady stream');
  const seen = await floodFrom(link, { offsetMs: kind === 'full' ? 0 : best, seconds });
  const direction = (name: DownOrUp): DirectionReading => ({
    oneWayDelayMs: delaysOf(oneWayDelaysUs(steady[name])),
    loss: lossOf(profile[name], steady[name]),
    udpRateKbps: null,
    tcpRateKbps: null,
    queueBytes: null,
    replay: replayReading(link, trace, seen, name),
  });
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

/** A flood of both directions, from a moment of the trace on. */
export async function floodFrom(
  link: Link,
  { offsetMs, seconds }: { readonly offsetMs: number; readonly seconds: number },
): Promise<StreamObservation> {
  const { profile } = link;
  await link.rewind(offsetMs);
  const protocols = ['udp', 'tcp'] as const;
  const flood = floodPhase(profile, { protocols, seconds, fillsQueue: false });
  const lane = (name: DownOrUp) => {
    const packets = Math.round((flood[name].packets * flood[name].bytes) / PACKET_BYTES);
    return { ...flood[name], bytes: PACKET_BYTES, packets, gapUs: (seconds * 1e6) / packets };
  };
  const waitMs = Math.max(profile.down.delayMs, profile.up.delayMs) + 2 * MARK_MS;
  return runStream(link, { down: lane('down'), up: lane('up'), waitMs });
}

function slowed({ trace, ...side }: LinkDirection): LinkDirection {
  return { ...side, rateKbps: trace === undefined ? null : SMALL_SHARE * trace.meanKbps };
}

/** Bytes that arrived while the flood was sent, against those that the trace lets pass. */
function replayReading(
  ...of: Parameters<typeof replayedBytes>
): NonNullable<DirectionReading['replay']> {
  const { fromMs, endMs, marks } = replayedBytes(...of);
  const last = marks.at(-1);
  return {
    fromMs,
    seconds: (endMs - fromMs) / 1_000,
    receivedBytes: last?.received ?? 0,
    expectedBytes: last?.expected ?? 0,
    largestDifferenceBytes: Math.max(
      ...marks.map(({ received, expected }) => Math.abs(received - expected)),
    ),
  };
}

/** Bytes of a flood that had arrived at each mark of 100 ms, and those that the trace had let pass. */
export function replayedBytes(link: Link, trace: Trace, seen: StreamObservation, name: DownOrUp) {
  const { delayMs, queue } = link.profile[name];
  const fromMs = link.traceOffsetMs(seen.startUs);
  if (fromMs === null) throw new Error('the link was not rewound');
  const sentMs = seen[name].sentUs.map((us) => fromMs + us / 1_000);
  const arrivedMs = seen[name].arrivedUs.map((us) => fromMs + us / 1_000);
  const limitBytes = queue === null ? Infinity : queueLimitBytes(queue, PACKET_BYTES);
  const expectedMs = predictArrivals(trace, name, {
    sentMs,
    bytes: PACKET_BYTES,
    limitBytes,
    delayMs,
  });
  const endMs = (sentMs.at(-1) ?? fromMs) + delayMs;
  const until = (times: readonly number[], ms: number): number =>
    PACKET_BYTES * times.filter((each) => each <= ms).length;
  const marks = Array.from({ length: Math.ceil((endMs - fromMs) / MARK_MS) }, (_, n) => {
    const ms = Math.min(endMs, fromMs + (n + 1) * MARK_MS);
    return { ms, received: until(arrivedMs, ms), expected: until(expectedMs, ms) };
  });
  return { fromMs, endMs, marks };
}

/** Where a stretch begins whose poorest 200 ms, in either direction, are the richest, relative to the mean. */
export function bestStretchMs(trace: Trace): number {
  const { stepMs } = trace;
  const steps = Math.min(SEARCHED_STEPS, lengthMs(trace) / stepMs);
  const lull = Math.max(1, Math.round(LULL_MS / stepMs));
  const stretch = Math.max(1, Math.round(STRETCH_MS / stepMs));
  const ways = (['down', 'up'] as const).map((name) => {
    const rates = ratesKbps(trace, name);
    return { rates, mean: mean(rates) };
  });
  const of = Array.from({ length: steps }, (_, n) =>
    Math.min(
      ...ways.map(({ rates, mean: all }) => {
        const part = Array.from({ length: lull }, (__, k) => rates[(n + k) % rates.length] ?? 0);
        return mean(part) / all;
      }),
    ),
  );
  const poorest = of.map((_, n) =>
    Array.from({ length: stretch }, (__, k) => of[(n + k) % steps] ?? 0).reduce((a, b) =>
      Math.min(a, b),
    ),
  );
  return stepMs * poorest.indexOf(poorest.reduce((a, b) => Math.max(a, b)));
}
