import * as v from 'valibot';
import { ErrorCode } from '../errors.ts';
import { RequestId } from '../id.ts';

/** WebSocket: a request, or (with `requestId: null`) the connection, broke a rule. */
export const Failed = v.strictObject({
  type: v.literal('failed'),
  requestId: v.nullable(RequestId),
  error: ErrorCode,
  message: v.string(),
});
