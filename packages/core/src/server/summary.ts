import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * A server's last word: one line `{"summary": …}` on standard output when it stops, which the
 * harness reads as the server's own evidence of what it did.
 */
export const ServerSummary = v.strictObject({
  /** HTTP requests by version as the server (or the proxy in front of it) saw them; for WebSockets the number of upgrades. */
  requests: v.record(v.string(), count),
  /** Events that subscribers' queues dropped (policy `drop-oldest`). */
  droppedEvents: count,
  /** Transfers that ended early: client gone, or a rule broken. */
  brokenTransfers: count,
  /** Peak resident set size of the process, in bytes. */
  peakRssBytes: count,
});
export type ServerSummary = v.InferOutput<typeof ServerSummary>;
