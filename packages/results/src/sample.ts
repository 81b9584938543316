import * as v from 'valibot';

const MAX_MS = Number.MAX_SAFE_INTEGER;

/** Bounded so that sums and differences stay finite, too. */
const milliseconds = v.pipe(v.number(), v.minValue(-MAX_MS), v.maxValue(MAX_MS));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What was proven to carry an operation: ALPN's name of `nextHopProtocol`, or a WebSocket. */
export const TransportProtocol = v.picklist(['http/1.1', 'h2', 'h3', 'websocket']);
export type TransportProtocol = v.InferOutput<typeof TransportProtocol>;

/** Succeeded, failed and unsupported are three things; all are stored and counted. */
export const Outcome = v.variant('status', [
  v.strictObject({
    status: v.literal('ok'),
    durationMs: v.pipe(milliseconds, v.minValue(0)),
    /** Payload moved by the operation, in bytes, without protocol overhead. */
    bytes: count,
    /** `unproven` where no evidence arrived; such a sample makes its cell invalid. */
    protocol: v.union([TransportProtocol, v.literal('unproven')]),
  }),
  v.strictObject({
    status: v.literal('failed'),
    code: v.string(),
    reason: v.string(),
    afterMs: v.pipe(milliseconds, v.minValue(0)),
  }),
  v.strictObject({ status: v.literal('unsupported'), reason: v.string() }),
]);
export type Outcome = v.InferOutput<typeof Outcome>;

/** `text` for messages of about 5 KB, `binary` for files. */
export const PayloadKind = v.picklist(['text', 'binary']);
export type PayloadKind = v.InferOutput<typeof PayloadKind>;

/**
 * 4f and 4g: what moves while the probes run. `self`: a bulk transfer on their own connection;
 * `foreign`: the same on another connection of another browser context, which shares the network
 * with them and nothing else.
 */
export const ProbePhase = v.picklist(['idle', 'self', 'foreign']);
export type ProbePhase = v.InferOutput<typeof ProbePhase>;

/**
 * 5h: what a page had to begin with. `cold`: a browser that knew nothing of the server; `resumed`:
 * new connections of one that has the session tickets of earlier ones; `0rtt`: the same, and the
 * request was sent before the handshake was done.
 */
export type SetUpFrom = 'cold' | 'resumed' | '0rtt';

/** 6i: while everybody reads, and after one subscriber has stopped. */
export const FanOutPhase = v.picklist(['before', 'after']);
export type FanOutPhase = v.InferOutput<typeof FanOutPhase>;

/** What the page measures of one operation, before the bench adds where and when. */
export const Measurement = v.strictObject({
  /** Which operation of the scenario: see `LABELS`. */
  label: v.string(),
  user: count,
  index: count,
  /** Milliseconds since the cell's clock zero (`timeOrigin + now()` where pages share a cell). */
  intendedAtMs: milliseconds,
  outcome: Outcome,
});
export type Measurement = v.InferOutput<typeof Measurement>;

/** One line of `samples.ndjson`: one timed operation, raw. */
export const Sample = v.strictObject({
  run: v.string(),
  cell: v.string(),
  variant: v.string(),
  network: v.string(),
  scenario: v.string(),
  kind: PayloadKind,
  round: count,
  warmup: v.boolean(),
  ...Measurement.entries,
});
export type Sample = v.InferOutput<typeof Sample>;

/** The labels of the operations that the scenarios time. */
export const LABELS = {
  /** Navigation start to the page being ready for a user, transport connected. */
  pageLoad: 'page-load',
  /** 1a and 2c: one operation of a batch of `size` started together. */
  batch: (size: number) => `batch-${size}`,
  load: 'covalue-load',
  create: 'covalue-create',
  /** 3e: the producer's mutation, from its call to its acknowledgement. */
  mutate: 'mutate',
  /** 3e: from the producer's call to one subscriber holding the event (binary: its bytes too). */
  deliver: 'deliver',
  /** 6i: a mutation on schedule, from its intended time to its acknowledgement. */
  fanOutMutate: (phase: FanOutPhase) => `mutate-${phase}`,
  /** 6i: from the same time to one subscriber that reads holding the event. */
  fanOutDeliver: (phase: FanOutPhase) => `deliver-${phase}`,
  /** 5h: navigation start to the first byte of the page, or to the first answer over its transport. */
  setUp: (from: SetUpFrom, until: 'first-byte' | 'first-message') =>
    from === 'cold' ? `setup-${until}` : `setup-${from}-${until}`,
  /** 4f, 4g: a small message; `load` of a text, or `event` from the mutation to its event. */
  probe: (phase: ProbePhase, what: 'load' | 'event') => `probe-${phase}-${what}`,
  /** 4f, 4g: one file of the bulk. */
  bulk: (phase: ProbePhase) => `bulk-${phase}`,
} as const;
