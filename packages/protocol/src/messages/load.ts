import * as v from 'valibot';
import { CoValue } from '../covalue.ts';
import { CoValueId, RequestId } from '../id.ts';

/** WebSocket: asks for a CoValue's text. HTTP: `GET /covalues/:id`. */
export const Load = v.strictObject({
  type: v.literal('load'),
  requestId: RequestId,
  id: CoValueId,
});

export const Loaded = v.strictObject({
  type: v.literal('loaded'),
  requestId: RequestId,
  covalue: CoValue,
});
