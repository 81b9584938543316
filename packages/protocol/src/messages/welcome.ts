import * as v from 'valibot';

/**
 * WebSocket: the server's first message on a connection. The page need not wait for it: what it says
 * applies to what is sent after it has come.
 */
export const Welcome = v.strictObject({
  type: v.literal('welcome'),
  /** How long a small message may wait for others to travel with, in ms; 0: not at all. */
  batchMs: v.pipe(v.number(), v.minValue(0)),
  /**
   * Bytes of chunks that may be on their way in each direction, not yet acknowledged, over all
   * transfers of the connection together; null: no bound, and downloads are not acknowledged.
   */
  bulkWindowBytes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
});
export type Welcome = v.InferOutput<typeof Welcome>;
