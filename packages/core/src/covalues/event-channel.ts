import type { Mutation } from '@holbench/protocol/covalue';
import type { CoValueId } from '@holbench/protocol/id';
import { EncodedEvent } from './encoded-event.ts';
import { type EventBudget, EventHistory } from './event-history.ts';
import { EventReader } from './event-reader.ts';

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
  readonly #onEnded: (droppedEvents: number) => void;
  readonly #history: EventHistory;
  readonly #readers = new Set<EventReader>();

  constructor(id: CoValueId, budget: EventBudget, onEnded: (droppedEvents: number) => void) {
    this.#id = id;
    this.#onEnded = onEnded;
    this.#history = new EventHistory(budget);
  }

  /** @returns the event's id. */
  publish(mutation: Mutation): number {
    const eventId = this.#history.lastId + 1;
    this.#history.add(new EncodedEvent({ id: this.#id, eventId, mutation }));
    for (const reader of this.#readers) reader.wake();
    return eventId;
  }

  /** @param lastEventId Resume after this event; undefined or an id in the future: from now on. */
  subscribe(lastEventId: number | undefined): Subscription {
    const { lastId } = this.#history;
    const eventId = Math.min(lastEventId ?? lastId, lastId);
    const reader = new EventReader(this.#history, eventId);
    this.#readers.add(reader);
    return { eventId, events: reader, end: () => this.#end(reader) };
  }

  /** Ends all subscriptions, and forgets the events. */
  close(): void {
    for (const reader of this.#readers) this.#end(reader);
    this.#history.clear();
  }

  #end(reader: EventReader): void {
    if (!this.#readers.delete(reader)) return;
    reader.close();
    this.#onEnded(reader.dropped);
  }
}
