import { Outcome } from '@holbench/results/sample';
import * as v from 'valibot';

/**
 * What the demo and a lane tell each other by `postMessage`. A lane is a page of a variant’s own origin in a
 * frame of the demo. Times count from 1970, in ms.
 */

const time = v.pipe(v.number(), v.finite(), v.minValue(0));
const count = v.pipe(time, v.integer());
const text = v.pipe(v.string(), v.maxLength(1_000));

const [Answered, Failed] = Outcome.options;

/** How a message ended: answered; or failed, also where it was given up. */
export const LaneOutcome = v.variant('status', [
  Answered,
  v.strictObject({ ...Failed.entries, code: text, reason: text }),
]);
export type LaneOutcome = v.InferOutput<typeof LaneOutcome>;

/** What the demo asks a lane to do. */
export const LaneCommand = v.variant('do', [
  /** Sends loads of texts on a schedule (open loop), until `stop`. */
  v.strictObject({
    do: v.literal('send'),
    perSecond: v.pipe(count, v.minValue(1), v.maxValue(100)),
    /** Of a text, without the rest of its CoValue; null: as they are, about 5 kB. */
    textBytes: v.nullable(v.pipe(count, v.minValue(1), v.maxValue(50_000))),
    seed: count,
  }),
  /** Begins a bulk transfer on the connection of the messages, until `stop`. */
  v.strictObject({
    do: v.literal('transfer'),
    direction: v.picklist(['download', 'upload']),
    streams: v.pipe(count, v.minValue(1), v.maxValue(8)),
    seed: count,
  }),
  /** Ends both. */
  v.strictObject({ do: v.literal('stop') }),
]);
export type LaneCommand = v.InferOutput<typeof LaneCommand>;

/** What a lane reports. */
export const LaneReport = v.variant('is', [
  /** Its page is there, and connects. */
  v.strictObject({ is: v.literal('loaded') }),
  v.strictObject({ is: v.literal('ready') }),
  /** It cannot go on; the demo loads it again. */
  v.strictObject({ is: v.literal('broken'), reason: text }),
  /** A message was to be sent. */
  v.strictObject({ is: v.literal('sent'), index: count, atMs: time }),
  v.strictObject({ is: v.literal('ended'), index: count, outcome: LaneOutcome }),
  /** The first bytes of the transfer have moved. */
  v.strictObject({ is: v.literal('began'), atMs: time }),
  /** Payload bytes in one of its bins, from the first on. */
  v.strictObject({ is: v.literal('moved'), bytes: count }),
  /** The transfer failed, or was large enough. */
  v.strictObject({ is: v.literal('cut'), reason: text }),
  /** After `stop`: no message is awaited any more. */
  v.strictObject({ is: v.literal('idle') }),
]);
export type LaneReport = v.InferOutput<typeof LaneReport>;

/** Width of a bin of `moved`, in ms. */
export const LANE_BIN_MS = 100;

/** A file of an upload, in bytes. The next one begins as soon as it is done. */
export const UPLOAD_BYTES = 50 * 1024 * 1024;
