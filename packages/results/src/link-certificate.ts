import * as v from 'valibot';
import { NetworkProfile } from './network-profile.ts';
import { count } from './quantities.ts';

const measured = v.pipe(v.number(), v.finite());

/** Milliseconds over `n` packets. */
export const Delays = v.strictObject({
  n: count,
  min: measured,
  median: measured,
  /** Absent in readings of earlier versions. */
  p95: v.optional(measured),
  max: measured,
});

/** Measurements of one direction. Null: not part of this reading. */
const DirectionReading = v.strictObject({
  /** Median delay of paced UDP packets, in ms. Both ends read the same clock. */
  oneWayDelayMs: v.nullable(Delays),
  /**
   * Rate at which UDP packets, offered at 1.5 × the configured rate, arrived; IP layer, kbit/s. In
   * a full reading they have the link alone; in a check every other packet is TCP's.
   */
  udpRateKbps: v.nullable(measured),
  /** The same of TCP segments. */
  tcpRateKbps: v.nullable(measured),
  /** Loss of UDP packets offered at half the rate, so that no queue overflows. */
  loss: v.nullable(
    v.strictObject({
      sent: count,
      lost: count,
      /** 99 % interval (Clopper and Pearson) of the loss probability. */
      low99: measured,
      high99: measured,
    }),
  ),
  /** Bytes that waited when the queue overflowed: (its one-way delay − the shortest) × rate. */
  queueBytes: v.nullable(measured),
  /**
   * Of a link with a trace, in place of rates and queue: bytes that a flood brought across, from `fromMs` of the trace
   * on, and those that the trace lets pass (scripts/netem/src/trace/predict-arrivals.ts).
   */
  replay: v.optional(
    v.strictObject({
      fromMs: measured,
      seconds: measured,
      receivedBytes: measured,
      expectedBytes: measured,
      /** Of the sums at any mark, which are 100 ms apart. */
      largestDifferenceBytes: measured,
    }),
  ),
});
export type DirectionReading = v.InferOutput<typeof DirectionReading>;

/** One measurement of a link. */
export const LinkReading = v.strictObject({
  measuredAt: v.pipe(v.string(), v.isoTimestamp()),
  /** `full` is the certificate of a profile; `check` the short one around each cell. */
  kind: v.picklist(['full', 'check']),
  seconds: measured,
  /** Round trips of UDP packets that the other side sent back; null when none came back. */
  rttMs: v.nullable(Delays),
  /** Time from SYN to SYN-ACK as `connect` sees it: one round trip of TCP. */
  tcpConnectMs: v.nullable(Delays),
  down: DirectionReading,
  up: DirectionReading,
});
export type LinkReading = v.InferOutput<typeof LinkReading>;

/** Configured against measured. Empty `problems`: everything measured is within tolerance. */
export const LinkCertificate = v.strictObject({
  profile: NetworkProfile,
  backend: v.string(),
  /** Seed of the first reading. */
  seed: measured,
  /** The last one counts; earlier ones were outside tolerance, so the measurement was repeated. */
  readings: v.pipe(v.array(LinkReading), v.minLength(1)),
  problems: v.array(v.string()),
});
export type LinkCertificate = v.InferOutput<typeof LinkCertificate>;
