import * as v from 'valibot';
import { CoValueSummary } from '../covalue.ts';
import { RequestId } from '../id.ts';

/** WebSocket: asks for all CoValues without their texts. HTTP: `GET /covalues`. */
export const List = v.strictObject({ type: v.literal('list'), requestId: RequestId });

/** The body of `GET /covalues`. */
export const CoValueList = v.strictObject({ covalues: v.array(CoValueSummary) });
export type CoValueList = v.InferOutput<typeof CoValueList>;

export const Listed = v.strictObject({
  type: v.literal('listed'),
  requestId: RequestId,
  ...CoValueList.entries,
});
