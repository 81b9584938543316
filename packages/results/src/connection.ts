import * as v from 'valibot';
import { CellPhase } from './cell.ts';
import { count, milliseconds, ordinal, share } from './quantities.ts';
import { Limiter } from './resources.ts';

const Crossed = v.strictObject({ bytes: count, packets: count });

/** IP bytes and packets that crossed the link in each direction, without the lab's beacons. */
export const Traffic = v.strictObject({ down: Crossed, up: Crossed });
export type Traffic = v.InferOutput<typeof Traffic>;

const Disturbed = v.strictObject({
  fromMs: milliseconds,
  toMs: milliseconds,
  /** Sockets to the server that the client had at the end of the window and not before it was disturbed; absent: not counted. */
  newSockets: v.optional(count),
});
export type Disturbed = v.InferOutput<typeof Disturbed>;

/**
 * One line of `connections.ndjson`: one fresh connection of a cell beside a bulk transfer, in a browser context of its
 * own. A cell opens them one after the other; it is complete when the line of the cell exists.
 */
export const Connection = v.strictObject({
  run: v.string(),
  cell: v.string(),
  /** Its position in the cell, from 0, those that do not count included. */
  connection: ordinal,
  /** Of its losses and of what it loads; the same for every variant of a round. */
  seed: count,
  /**
   * Where the first loss of its transfer lies: the stratum, from 0, of so many with equal probability, and the quantile in
   * all of the distribution, from 0 to 1. Null where losses cannot be made to begin with the transfer, or there are none.
   */
  firstLoss: v.nullable(v.strictObject({ stratum: count, of: count, quantile: share })),
  /** Of a network with a trace: the moment of it at which the transfer began, in ms; null without one. */
  offsetMs: v.nullable(milliseconds),
  /** What its messages alone took on the link, handshakes excluded; null on loopback; absent: not counted. */
  alone: v.optional(v.nullable(Traffic)),
  /** What crossed the link in the window of the transfer, its messages included; null and absent as before. */
  crossed: v.optional(v.nullable(Traffic)),
  /** The transfer. Its window is the time in which its messages were sent, from its request on. */
  transfer: CellPhase,
  /** When its network was disturbed, in ms since 1970; of a change that lasts both are its moment. Null: it was not. */
  disturbed: v.optional(v.nullable(Disturbed)),
  /** Events that came again; absent: not counted. */
  eventsAgain: v.optional(count),
  /** Subscriptions of all tabs that the server confirmed; absent: not counted. */
  subscribed: v.optional(count),
  /** Null where resources are not recorded. */
  limiter: v.nullable(Limiter),
  /** Samples with its number, warm-up included. */
  samples: count,
  /** Why it does not count; empty when valid. No rule looks at how long messages waited. */
  reasons: v.array(v.string()),
  valid: v.boolean(),
});
export type Connection = v.InferOutput<typeof Connection>;
