import * as v from 'valibot';

/** The answer of every variant to `ENDPOINTS.health`. */
export const Health = v.strictObject({
  status: v.literal('ok'),
  variant: v.string(),
  protocolVersion: v.number(),
  /** Versions of the server's Node.js and libraries, by name. */
  versions: v.record(v.string(), v.string()),
});
export type Health = v.InferOutput<typeof Health>;

export const HEALTH_PATH = '/healthz';

/** The WebSocket endpoint of the variants that have one. */
export const WEBSOCKET_PATH = '/ws';
