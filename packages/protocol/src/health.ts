import * as v from 'valibot';

/** The body of `GET /healthz` on every variant. */
export const Health = v.strictObject({
  status: v.literal('ok'),
  variant: v.string(),
  protocolVersion: v.number(),
  /** Version of the Node.js that serves it. */
  node: v.string(),
});
export type Health = v.InferOutput<typeof Health>;

export const HEALTH_PATH = '/healthz';

/** The WebSocket endpoint of the variants that have one. */
export const WEBSOCKET_PATH = '/ws';
