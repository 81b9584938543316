import { EventLoopLoad } from '@holbench/results/resources';
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const milliseconds = v.pipe(v.number(), v.minValue(0));

/**
 * A server's final statistics: one line `{"summary": …}` on standard output when it stops. The
 * harness reads it as the server's own evidence.
 */
export const ServerSummary = v.strictObject({
  /** HTTP requests by version as the server (or the proxy in front of it) saw them; WebSockets by the version that they were opened over. */
  requests: v.record(v.string(), count),
  /** Those that asked for a priority (RFC 9218), by what they asked for. */
  priorities: v.record(v.string(), count),
  /** Events that subscribers' queues dropped. */
  droppedEvents: count,
  /** Transfers that ended early: the client left, or broke a rule. */
  brokenTransfers: count,
  /** Peak resident set size of the process, in bytes. */
  peakRssBytes: count,
  /**
   * With `--stamp-loads`: when the answer to each load was ready, in ms since 1970. The first 100 000;
   * empty without the option.
   */
  loadsAtMs: v.array(milliseconds),
  /** Factor `ping`: when each was sent, in ms since 1970, and after how many ms its pong came; null: none came. The first 100,000. */
  pings: v.array(v.strictObject({ sentAtMs: milliseconds, tookMs: v.nullable(milliseconds) })),
  /** From the first request to the signal that stops it. */
  eventLoop: EventLoopLoad,
});
export type ServerSummary = v.InferOutput<typeof ServerSummary>;
