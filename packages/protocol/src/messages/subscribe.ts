import * as v from 'valibot';
import { LastEventId, MutationEvent } from '../covalue.ts';
import { CoValueId, RequestId } from '../id.ts';

/**
 * WebSocket: asks for a CoValue's events after `lastEventId`. HTTP: `GET /covalues/:id/events` as
 * an SSE stream, resumed by the `Last-Event-ID` header. Absent means: from now on.
 */
export const Subscribe = v.strictObject({
  type: v.literal('subscribe'),
  requestId: RequestId,
  id: CoValueId,
  lastEventId: v.optional(LastEventId),
});

/**
 * The subscription stands; `eventId` is the last event that it will not deliver. On SSE the same
 * number is the `id` of an event named `subscribed`, so that `EventSource` resumes after it.
 */
export const Subscribed = v.strictObject({
  type: v.literal('subscribed'),
  requestId: RequestId,
  eventId: LastEventId,
});

/** The same bytes for every subscriber: encoded once per mutation. SSE: an event named `mutation`. */
export const Event = v.strictObject({ type: v.literal('event'), ...MutationEvent.entries });

/** Names of the two SSE events. */
export const SSE_SUBSCRIBED = 'subscribed';
export const SSE_MUTATION = 'mutation';
