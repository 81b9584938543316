import * as v from 'valibot';
import { RequestId } from '../id.ts';

/** WebSocket: ends an open transfer or subscription, unanswered. HTTP: the request is aborted. */
export const Cancel = v.strictObject({ type: v.literal('cancel'), requestId: RequestId });
