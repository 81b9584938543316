import type { Mutation } from '@holbench/protocol/covalue';
import type { CoValueId } from '@holbench/protocol/id';
import { EVENT_HISTORY } from '@holbench/protocol/limits';
import type { ServerFactors } from '../server/factors.ts';
import { EncodedEvent } from './encoded-event.ts';
import { EventQueue } from './event-queue.ts';

/**
 * Policy for a subscriber that does not read, and the number of waiting events at which it applies.
 */
export type QueueFactors = Pick<ServerFactors, 'overflow' | 'subscriberQueueEvents'>;

export interface Subscription {
  /** The last event that will not be delivered. */
  readonly eventId: number;
  readonly events: EventQueue;
  /** Ends it; may be called more than once. */
  end(): void;
}

/** The events of one CoValue: numbers them, keeps the last few for resuming, fans them out. */
export class EventChannel {
  readonly #id: CoValueId;
  readonly #factors: QueueFactors;
  readonly #onDropped: (events: number) => void;
  readonly #history: EncodedEvent[] = [];
  readonly #queues = new Set<EventQueue>();
  #lastEventId = 0;
  #lastPublish: Promise<number> = Promise.resolve(0);

  constructor(id: CoValueId, factors: QueueFactors, onDropped: (events: number) => void) {
    this.#id = id;
    this.#factors = factors;
    this.#onDropped = onDropped;
  }

  /** @returns the event's id. With the policy `block`, waits until every subscriber has room. */
  async publish(mutation: Mutation): Promise<number> {
    if (this.#factors.overflow === 'drop-oldest') return this.#fanOut(mutation);
    // One after the other: two producers that see the same room would overfill it.
    const published = this.#lastPublish.then(async () => {
      for (const queue of this.#queues) await queue.room();
      return this.#fanOut(mutation);
    });
    this.#lastPublish = published;
    return published;
  }

  /** @param lastEventId Resume after this event; undefined or an id in the future: from now on. */
  subscribe(lastEventId: number | undefined): Subscription {
    const eventId = Math.min(lastEventId ?? this.#lastEventId, this.#lastEventId);
    const { subscriberQueueEvents, overflow } = this.#factors;
    const queue = new EventQueue(subscriberQueueEvents, overflow);
    const missed = this.#history.filter(({ event }) => event.eventId > eventId);
    queue.catchUp(missed, this.#lastEventId - eventId - missed.length);
    this.#queues.add(queue);
    return { eventId, events: queue, end: () => this.#end(queue) };
  }

  close(): void {
    for (const queue of this.#queues) this.#end(queue);
  }

  #fanOut(mutation: Mutation): number {
    const eventId = ++this.#lastEventId;
    const event = new EncodedEvent({ id: this.#id, eventId, mutation });
    this.#history.push(event);
    if (this.#history.length > EVENT_HISTORY) this.#history.shift();
    for (const queue of this.#queues) queue.push(event);
    return eventId;
  }

  #end(queue: EventQueue): void {
    if (!this.#queues.delete(queue)) return;
    queue.close();
    this.#onDropped(queue.dropped);
  }
}
