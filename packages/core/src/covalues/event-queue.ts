import type { ServerFactors } from '../server/factors.ts';
import { Waiters } from '../waiters.ts';
import type { EncodedEvent } from './encoded-event.ts';

/** The events that wait for one subscriber: bounded, with drops counted. */
export class EventQueue implements AsyncIterable<EncodedEvent> {
  readonly #capacity: number;
  /** Policy for a full queue (docs/protocol.md, "Events"). */
  readonly #policy: ServerFactors['overflow'];
  readonly #events: EncodedEvent[] = [];
  #closed = false;
  #dropped = 0;
  /** The reader waits for an event, producers for room. */
  readonly #reader = new Waiters();
  readonly #producers = new Waiters();

  constructor(capacity: number, policy: ServerFactors['overflow']) {
    this.#capacity = capacity;
    this.#policy = policy;
  }

  /** Events that this subscriber will never receive. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Resolves when the queue can take an event; at once with `drop-oldest`, which always can. */
  async room(): Promise<void> {
    while (this.#policy === 'block' && !this.#closed && this.#events.length >= this.#capacity) {
      await this.#producers.wait();
    }
  }

  push(event: EncodedEvent): void {
    if (this.#closed) return;
    if (this.#events.length >= this.#capacity) {
      this.#events.shift();
      this.#dropped++;
    }
    this.#events.push(event);
    this.#reader.wake();
  }

  /**
   * Begins with missed events, whatever the capacity: the history bounds them.
   * @param lost number of missed events that the history no longer has.
   */
  catchUp(missed: readonly EncodedEvent[], lost: number): void {
    this.#events.push(...missed);
    this.#dropped += lost;
  }

  close(): void {
    this.#closed = true;
    this.#events.length = 0;
    this.#reader.wake();
    this.#producers.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<EncodedEvent, void, void> {
    while (!this.#closed) {
      const event = this.#events.shift();
      if (event) {
        this.#producers.wake();
        yield event;
      } else {
        await this.#reader.wait();
      }
    }
  }
}
