import { Waiters } from '../waiters.ts';
import type { EncodedEvent } from './encoded-event.ts';
import type { EventHistory } from './event-history.ts';

/**
 * The place of one subscriber in a CoValue's history. It keeps no events itself: those that leave the history before it has
 * read them are missed, and counted.
 */
export class EventReader implements AsyncIterable<EncodedEvent> {
  readonly #history: EventHistory;
  /** Id of the event that it reads next. */
  #nextId: number;
  #closed = false;
  #dropped = 0;
  readonly #waiters = new Waiters();

  /** @param lastEventId after which it begins. */
  constructor(history: EventHistory, lastEventId: number) {
    this.#history = history;
    this.#nextId = lastEventId + 1;
  }

  /** Events that this subscriber will never receive. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Whether it has read all events so far. */
  get isEmpty(): boolean {
    return this.#nextId > this.#history.lastId;
  }

  /** An event has been added to the history. */
  wake(): void {
    this.#waiters.wake();
  }

  close(): void {
    this.#skipMissed();
    this.#closed = true;
    this.#waiters.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<EncodedEvent, void, void> {
    while (!this.#closed) {
      this.#skipMissed();
      const event = this.#history.at(this.#nextId);
      if (event) {
        this.#nextId++;
        yield event;
      } else {
        await this.#waiters.wait();
      }
    }
  }

  #skipMissed(): void {
    const missed = this.#history.firstId - this.#nextId;
    if (this.#closed || missed <= 0) return;
    this.#dropped += missed;
    this.#nextId += missed;
  }
}
