import { EVENT_HISTORY } from '@holbench/protocol/wire-limits';
import type { ServerFactors } from '../server/factors.ts';
import { Waiters } from '../waiters.ts';
import type { EncodedEvent } from './encoded-event.ts';
import type { EventHistory } from './event-history.ts';

/**
 * Policy for a subscriber that does not read, and the number of waiting events at which it applies.
 */
export type QueueFactors = Pick<ServerFactors, 'overflow' | 'subscriberQueueEvents'>;

/** The place of one subscriber in a CoValue's history. It keeps no events itself, and counts those that it misses. */
export class EventReader implements AsyncIterable<EncodedEvent> {
  readonly #history: EventHistory;
  readonly #factors: QueueFactors;
  /** Id of the event that it reads next. */
  #nextId: number;
  #closed = false;
  #dropped = 0;
  /** The subscriber waits for an event, producers for room. */
  readonly #reader = new Waiters();
  readonly #producers = new Waiters();

  /** @param lastEventId after which it begins. What is older than the last `EVENT_HISTORY` events is missed. */
  constructor(history: EventHistory, factors: QueueFactors, lastEventId: number) {
    this.#history = history;
    this.#factors = factors;
    this.#nextId = lastEventId + 1;
    this.#skipTo(history.lastId - EVENT_HISTORY + 1);
  }

  /** Events that this subscriber will never receive. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Whether it has read all events so far. */
  get isEmpty(): boolean {
    return this.#nextId > this.#history.lastId;
  }

  /** Resolves when another event may wait; at once with `drop-oldest`, where the oldest gives way. */
  async room(): Promise<void> {
    while (this.#factors.overflow === 'block' && !this.#closed && this.#isFull) {
      await this.#producers.wait();
    }
  }

  /** Before an event is added to the history. */
  makeRoom(): void {
    if (!this.#closed && this.#isFull) this.#skipTo(this.#nextId + 1);
  }

  /** An event has been added to the history. */
  wake(): void {
    this.#reader.wake();
  }

  close(): void {
    // The history may have dropped some of those that waited.
    this.#skipTo(this.#history.firstId);
    this.#closed = true;
    this.#reader.wake();
    this.#producers.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<EncodedEvent, void, void> {
    while (!this.#closed) {
      this.#skipTo(this.#history.firstId);
      const event = this.#history.at(this.#nextId);
      if (event) {
        this.#nextId++;
        this.#producers.wake();
        yield event;
      } else {
        await this.#reader.wait();
      }
    }
  }

  get #isFull(): boolean {
    const oldest = Math.max(this.#nextId, this.#history.firstId);
    return this.#history.lastId - oldest + 1 >= this.#factors.subscriberQueueEvents;
  }

  #skipTo(id: number): void {
    if (this.#closed || id <= this.#nextId) return;
    this.#dropped += id - this.#nextId;
    this.#nextId = id;
  }
}
