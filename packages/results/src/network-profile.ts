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

/** One direction of a link: random loss, then the bottleneck with its queue, then the delay. */
const LinkDirection = v.strictObject({
  /** Rate at the IP layer, in kbit/s (1 kbit = 1000 bit); null for no limit. */
  rateKbps: v.nullable(positive),
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
