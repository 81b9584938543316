import { PROTOCOLS } from '@holbench/variants/protocols';
import * as v from 'valibot';
import { amount, count, milliseconds, ordinal } from './quantities.ts';
import { MessagePath } from './message-path.ts';

/** Succeeded, failed and unsupported are three things; all are stored and counted. */
export const Outcome = v.variant('status', [
  v.strictObject({
    status: v.literal('ok'),
    durationMs: amount,
    /** Payload moved by the operation, in bytes, without protocol overhead. */
    bytes: count,
    /** `unproven` where no evidence arrived; such a sample makes its cell invalid. */
    protocol: v.union([v.picklist(PROTOCOLS), v.literal('unproven')]),
  }),
  v.strictObject({
    status: v.literal('failed'),
    code: v.string(),
    reason: v.string(),
    afterMs: amount,
  }),
  v.strictObject({ status: v.literal('unsupported'), reason: v.string() }),
]);
export type Outcome = v.InferOutput<typeof Outcome>;

/** `text` for messages of about 5 KB, `binary` for files. */
export const PayloadKind = v.picklist(['text', 'binary']);
export type PayloadKind = v.InferOutput<typeof PayloadKind>;

/**
 * download and upload: the bulk transfer while the probes run. `same`: on their own connection; `other`: on
 * another connection, of another browser context, which shares only the network with them.
 */
export const ProbePhase = v.picklist(['alone', 'same', 'other']);
export type ProbePhase = v.InferOutput<typeof ProbePhase>;

/** The page's measurement of one operation, before the bench adds the fields of the cell. */
export const Measurement = v.strictObject({
  /** Which operation of the scenario, such as "batch-10". */
  label: v.string(),
  user: ordinal,
  index: ordinal,
  /** Milliseconds since the cell's clock zero (`timeOrigin + now()` where pages share a cell). */
  intendedAtMs: milliseconds,
  /** When it was really begun, on the same clock; only of operations on a schedule. */
  sentAtMs: v.optional(milliseconds),
  /** When it left the browser, on the same clock; null: it was given up before. Absent: not known. */
  leftAtMs: v.optional(v.nullable(milliseconds)),
  /** Requests of its page that were under way when it was sent, itself among them. */
  openRequests: v.optional(count),
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
  round: ordinal,
  warmup: v.boolean(),
  /** Of a cell with connections: `Connection.connection`. */
  connection: v.optional(ordinal),
  ...Measurement.entries,
  /** download and upload: of the loads of a recorded cell. */
  way: v.optional(MessagePath),
});
export type Sample = v.InferOutput<typeof Sample>;
