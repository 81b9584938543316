import * as v from 'valibot';
import { RequestId } from '../id.ts';

/**
 * WebSocket: ends an open transfer or subscription, unanswered. HTTP: the request is
 * aborted; an upload, which is many requests, is given up by `DELETE /covalues/:id/file/chunks`.
 */
export const Cancel = v.strictObject({ type: v.literal('cancel'), requestId: RequestId });
