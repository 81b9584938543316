import { expect, test } from 'vitest';
import type { Connection, SendResult } from './connection.ts';
import { EVENT_BYTES_AHEAD, EventSender } from './event-sender.ts';

/** A connection that a file's chunks keep full until `drain`. */
class FullConnection implements Connection {
  readonly sent: string[] = [];
  readonly #closed = new AbortController();
  #draining = Promise.withResolvers<void>();

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  send(data: string): SendResult {
    if (this.closed.aborted) return 'closed';
    this.sent.push(data);
    return 'full';
  }

  async drained(): Promise<void> {
    await this.#draining.promise;
  }

  async drain(): Promise<void> {
    this.#draining.resolve();
    this.#draining = Promise.withResolvers();
    await settled();
  }

  async leave(): Promise<void> {
    this.#closed.abort();
    await this.drain();
  }

  close(): void {}
}

/** Lets everything run that waits for nothing but its turn. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Sends events until one is refused, as a subscription does. */
async function sendAll(sender: EventSender, events: readonly string[]): Promise<void> {
  for (const event of events) if (!(await sender.send(event))) return;
}

// Two bytes each in UTF-8: it is the bytes that count.
const event = 'é'.repeat(512);
const AHEAD = EVENT_BYTES_AHEAD / 1024;

test('events wait for no drain until more than 64 KiB of them do', async () => {
  const connection = new FullConnection();
  void sendAll(new EventSender(connection), Array(3 * AHEAD).fill(event));
  await settled();
  expect(connection.sent).toHaveLength(AHEAD);
  await connection.drain();
  expect(connection.sent).toHaveLength(2 * AHEAD);
  await connection.leave();
  expect(connection.sent).toHaveLength(2 * AHEAD);
});

test('the subscriptions of one connection share the bound', async () => {
  const connection = new FullConnection();
  const sender = new EventSender(connection);
  for (let subscription = 0; subscription < 10; subscription++) {
    void sendAll(sender, Array(AHEAD).fill(event));
  }
  await settled();
  expect(connection.sent).toHaveLength(AHEAD);
  for (let drain = 2; drain <= 10; drain++) {
    await connection.drain();
    expect(connection.sent).toHaveLength(drain * AHEAD);
  }
});

test('a peer that leaves ends the waiting', async () => {
  const connection = new FullConnection();
  const sender = new EventSender(connection);
  await sender.send('x'.repeat(EVENT_BYTES_AHEAD));
  const refused = sender.send(event);
  await connection.leave();
  expect(await refused).toBe(false);
});
