import type { MutationEvent } from '@holbench/protocol/covalue';
import { expect, test } from 'vitest';
import { EncodedEvent } from './encoded-event.ts';
import { EventQueue } from './event-queue.ts';

const event = (eventId: number): EncodedEvent =>
  new EncodedEvent({ id: 'co_0000000000000001', eventId, mutation: { title: 't' } });

async function take(queue: EventQueue, count: number): Promise<MutationEvent['eventId'][]> {
  const taken: number[] = [];
  if (count === 0) return taken;
  for await (const { event } of queue) {
    taken.push(event.eventId);
    if (taken.length === count) break;
  }
  return taken;
}

test('drop-oldest keeps the newest events and counts the others', async () => {
  const queue = new EventQueue(3, 'drop-oldest');
  for (let id = 1; id <= 5; id++) {
    await queue.room();
    queue.push(event(id));
  }
  expect(queue.dropped).toBe(2);
  expect(await take(queue, 3)).toEqual([3, 4, 5]);
});

test('block has no room until an event is taken, and drops nothing', async () => {
  const queue = new EventQueue(1, 'block');
  await queue.room();
  queue.push(event(1));
  let room = false;
  const waiting = queue.room().then(() => (room = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(room).toBe(false);
  expect(await take(queue, 1)).toEqual([1]);
  await waiting;
  expect(queue.dropped).toBe(0);
});

test('a closed queue ends its consumer, frees its producer and takes nothing', async () => {
  const queue = new EventQueue(1, 'block');
  queue.push(event(1));
  const room = queue.room();
  queue.close();
  await room;
  queue.push(event(2));
  expect(await take(queue, 1)).toEqual([]);
  expect(queue.dropped).toBe(0);
});

test('a consumer that waits gets each event when it comes', async () => {
  const queue = new EventQueue(3, 'drop-oldest');
  const taken = take(queue, 2);
  await new Promise((resolve) => setImmediate(resolve));
  queue.push(event(1));
  await new Promise((resolve) => setImmediate(resolve));
  queue.push(event(2));
  expect(await taken).toEqual([1, 2]);
});
