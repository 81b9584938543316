import * as v from 'valibot';
import { Mutation } from '../covalue.ts';
import { CoValueId, RequestId } from '../id.ts';

/** WebSocket: changes a CoValue. HTTP: `PATCH /covalues/:id` with the mutation as its body. */
export const Mutate = v.strictObject({
  type: v.literal('mutate'),
  requestId: RequestId,
  id: CoValueId,
  mutation: Mutation,
});

/** The body of HTTP's answer to a mutation. */
export const MutatedCoValue = v.strictObject({
  eventId: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type MutatedCoValue = v.InferOutput<typeof MutatedCoValue>;

export const Mutated = v.strictObject({
  type: v.literal('mutated'),
  requestId: RequestId,
  ...MutatedCoValue.entries,
});
