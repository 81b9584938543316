import * as v from 'valibot';

const positive = v.pipe(v.number(), v.finite(), v.gtValue(0));
const milliseconds = v.pipe(v.number(), v.finite(), v.minValue(0));

/** The queue in front of a bottleneck. Sizes count complete IP packets, header included. */
const Queue = v.variant('kind', [
  v.strictObject({ kind: v.literal('droptail'), limitBytes: positive }),
  v.strictObject({ kind: v.literal('droptail-packets'), limitPackets: positive }),
  /** RFC 8289. */
  v.strictObject({
    kind: v.literal('codel'),
    targetMs: positive,
    intervalMs: positive,
    limitBytes: positive,
  }),
]);
export type Queue = v.InferOutput<typeof Queue>;

/**
 * Recorded capacity of one direction, in place of a rate. It repeats. The series itself is in the file of that name
 * (scripts/netem/src/trace/read-trace.ts); the hash is that of its counts as our CSV.
 */
const LinkTrace = v.strictObject({
  /** Without folder. */
  file: v.pipe(v.string(), v.regex(/^[^/\\]{1,250}$/)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  lengthMs: positive,
  /** Rates at the IP layer, in kbit/s; the least and the most are of one step. */
  meanKbps: positive,
  leastKbps: v.pipe(v.number(), v.finite(), v.minValue(0)),
  mostKbps: positive,
  stepMs: positive,
  /** Longest time in which no packet leaves. */
  longestGapMs: milliseconds,
});
export type LinkTrace = v.InferOutput<typeof LinkTrace>;

/** One direction of a link: random loss, then the bottleneck with its queue, then the delay. */
const LinkDirectionFields = v.strictObject({
  /** Rate at the IP layer, in kbit/s (1 kbit = 1000 bit); null for no limit, and with a trace. `rateOf` reads both. */
  rateKbps: v.nullable(positive),
  trace: v.optional(LinkTrace),
  delayMs: milliseconds,
  /** Standard deviation of the delay. Packets keep their order. */
  jitterMs: milliseconds,
  /** Probability from 0 to 1 that a packet is lost: our interface says per cent, backends differ. */
  lossFraction: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /** Mean length of a run of losses, in packets; 1 means independent losses. */
  lossBurstPackets: v.pipe(v.number(), v.minValue(1)),
  /** Null without a rate, hence without a wait. */
  queue: v.nullable(Queue),
});
const LinkDirection = v.pipe(
  LinkDirectionFields,
  v.check(
    ({ rateKbps, trace }) => rateKbps === null || trace === undefined,
    'a direction has a rate or a trace, not both',
  ),
);
export type LinkDirection = v.InferOutput<typeof LinkDirection>;

/** Configuration of an emulated network. `down` is from the server to the client. */
export const NetworkProfile = v.strictObject({
  /** Such as `reference-4g`, or `reference-4g+loss=1%` for one with changes. */
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  down: LinkDirection,
  up: LinkDirection,
});
export type NetworkProfile = v.InferOutput<typeof NetworkProfile>;
export type DownOrUp = Exclude<keyof NetworkProfile, 'id'>;
