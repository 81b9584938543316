import type { EncodedEvent } from './encoded-event.ts';

/** What happens when a subscriber's queue is full (docs/protocol.md, "Events"). */
export type OverflowPolicy = 'drop-oldest' | 'block';

/** The events that wait for one subscriber: bounded, with a stated policy, drops counted. */
export class EventQueue implements AsyncIterable<EncodedEvent> {
  readonly #capacity: number;
  readonly #policy: OverflowPolicy;
  readonly #events: EncodedEvent[] = [];
  #closed = false;
  #dropped = 0;
  #wake: (() => void) | null = null;
  #room: PromiseSettler | null = null;

  constructor(capacity: number, policy: OverflowPolicy) {
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
      this.#room ??= settler();
      await this.#room.promise;
    }
  }

  push(event: EncodedEvent): void {
    if (this.#closed) return;
    if (this.#events.length >= this.#capacity) {
      this.#events.shift();
      this.#dropped++;
    }
    this.#events.push(event);
    this.#wake?.();
  }

  /**
   * Begins with what a subscriber has missed, whatever the capacity: it is bounded by the history.
   * @param lost how many more the history no longer has.
   */
  catchUp(missed: readonly EncodedEvent[], lost: number): void {
    this.#events.push(...missed);
    this.#dropped += lost;
  }

  close(): void {
    this.#closed = true;
    this.#events.length = 0;
    this.#wake?.();
    this.#release();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<EncodedEvent, void, void> {
    while (!this.#closed) {
      const event = this.#events.shift();
      if (event) {
        this.#release();
        yield event;
      } else {
        await new Promise<void>((resolve) => (this.#wake = resolve));
        this.#wake = null;
      }
    }
  }

  #release(): void {
    this.#room?.settle();
    this.#room = null;
  }
}

interface PromiseSettler {
  readonly promise: Promise<void>;
  readonly settle: () => void;
}

function settler(): PromiseSettler {
  let settle = (): void => {};
  const promise = new Promise<void>((resolve) => (settle = resolve));
  return { promise, settle };
}
