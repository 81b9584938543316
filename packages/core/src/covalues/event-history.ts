import { EVENT_HISTORY } from '@holbench/protocol/wire-limits';
import type { EncodedEvent } from './encoded-event.ts';

/** The events of one CoValue that are kept, without a gap: for its subscribers, and for those who come back. */
export class EventHistory {
  readonly #budget: EventBudget;
  readonly #events: EncodedEvent[] = [];
  #lastId = 0;

  constructor(budget: EventBudget) {
    this.#budget = budget;
  }

  /** Id of the newest event; 0 where there was none. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Id of the oldest event that is kept. */
  get firstId(): number {
    return this.#lastId - this.#events.length + 1;
  }

  /** The next event, of the id `lastId + 1`. */
  add(event: EncodedEvent): void {
    this.#lastId++;
    this.#events.push(event);
    if (this.#events.length > EVENT_HISTORY) this.#budget.leave(this.#events.shift());
    this.#budget.enter(event, this);
  }

  /** The event of an id from `firstId` to `lastId`. */
  at(id: number): EncodedEvent | undefined {
    return this.#events[id - this.firstId];
  }

  /** Makes room for events of other CoValues. */
  dropOldest(): void {
    this.#events.shift();
  }

  /** Its CoValue is gone. */
  clear(): void {
    for (const event of this.#events.splice(0)) this.#budget.leave(event);
  }
}

/** The memory of all events of a server. When it is used up, the oldest event of all makes room. */
export class EventBudget {
  readonly #mostBytes: number;
  #bytes = 0;
  /** In the order of their coming. */
  readonly #kept = new Map<EncodedEvent, EventHistory>();

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  enter(event: EncodedEvent, history: EventHistory): void {
    this.#kept.set(event, history);
    this.#bytes += event.bytes;
    for (const [oldest, owner] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) break;
      // The oldest of all is the oldest of its own.
      owner.dropOldest();
      this.leave(oldest);
    }
  }

  leave(event: EncodedEvent | undefined): void {
    if (event && this.#kept.delete(event)) this.#bytes -= event.bytes;
  }
}
