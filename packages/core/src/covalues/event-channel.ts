import type { Mutation } from '@holbench/protocol/covalue';
import type { CoValueId } from '@holbench/protocol/id';
import { EncodedEvent } from './encoded-event.ts';
import { type EventBudget, EventHistory } from './event-history.ts';
import { EventReader, type QueueFactors } from './event-reader.ts';

export interface Subscription {
  /** The last event that will not be delivered. */
  readonly eventId: number;
  readonly events: EventReader;
  /** Ends it; may be called more than once. */
  end(): void;
}

/** The events of one CoValue: numbers them, keeps the last few for resuming, fans them out. */
export class EventChannel {
  readonly #id: CoValueId;
  readonly #factors: QueueFactors;
  readonly #onEnded: (droppedEvents: number) => void;
  readonly #history: EventHistory;
  readonly #readers = new Set<EventReader>();
  #lastPublish: Promise<number> = Promise.resolve(0);

  constructor(
    id: CoValueId,
    factors: QueueFactors,
    budget: EventBudget,
    onEnded: (droppedEvents: number) => void,
  ) {
    this.#id = id;
    this.#factors = factors;
    this.#onEnded = onEnded;
    this.#history = new EventHistory(budget, factors.subscriberQueueEvents);
  }

  /** @returns the event's id. With the policy `block`, waits until every subscriber has room. */
  async publish(mutation: Mutation): Promise<number> {
    if (this.#factors.overflow === 'drop-oldest') return this.#fanOut(mutation);
    // One after the other: two producers that see the same room would overfill it.
    const published = this.#lastPublish.then(async () => {
      for (const reader of this.#readers) await reader.room();
      return this.#fanOut(mutation);
    });
    this.#lastPublish = published;
    return published;
  }

  /** @param lastEventId Resume after this event; undefined or an id in the future: from now on. */
  subscribe(lastEventId: number | undefined): Subscription {
    const { lastId } = this.#history;
    const eventId = Math.min(lastEventId ?? lastId, lastId);
    const reader = new EventReader(this.#history, this.#factors, eventId);
    this.#readers.add(reader);
    return { eventId, events: reader, end: () => this.#end(reader) };
  }

  /** Ends all subscriptions, and forgets the events. */
  close(): void {
    for (const reader of this.#readers) this.#end(reader);
    this.#history.clear();
  }

  #fanOut(mutation: Mutation): number {
    for (const reader of this.#readers) reader.makeRoom();
    const eventId = this.#history.lastId + 1;
    this.#history.add(new EncodedEvent({ id: this.#id, eventId, mutation }));
    for (const reader of this.#readers) reader.wake();
    return eventId;
  }

  #end(reader: EventReader): void {
    if (!this.#readers.delete(reader)) return;
    reader.close();
    this.#onEnded(reader.dropped);
  }
}
