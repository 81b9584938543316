import type { MutationEvent } from '@holbench/protocol/covalue';
import { beforeEach, expect, test } from 'vitest';
import { EncodedEvent } from './encoded-event.ts';
import { EventBudget, EventHistory } from './event-history.ts';
import { EventReader, type QueueFactors } from './event-reader.ts';

let history: EventHistory;
beforeEach(() => {
  history = new EventHistory(new EventBudget(1024 ** 2), 3);
});

const reader = (subscriberQueueEvents: number, overflow: QueueFactors['overflow']): EventReader =>
  new EventReader(history, { subscriberQueueEvents, overflow }, history.lastId);

async function publish(to: EventReader): Promise<void> {
  await to.room();
  to.makeRoom();
  const event = {
    id: 'co_0000000000000001',
    eventId: history.lastId + 1,
    mutation: { title: 't' },
  };
  history.add(new EncodedEvent(event));
  to.wake();
}

async function take(from: EventReader, count: number): Promise<MutationEvent['eventId'][]> {
  const taken: number[] = [];
  if (count === 0) return taken;
  for await (const { event } of from) {
    taken.push(event.eventId);
    if (taken.length === count) break;
  }
  return taken;
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('drop-oldest keeps the newest events and counts the others', async () => {
  const events = reader(3, 'drop-oldest');
  for (let count = 1; count <= 5; count++) await publish(events);
  expect(events.dropped).toBe(2);
  expect(await take(events, 3)).toEqual([3, 4, 5]);
});

test('block waits for room, and drops nothing', async () => {
  const events = reader(1, 'block');
  await publish(events);
  let room = false;
  const waiting = events.room().then(() => (room = true));
  await soon();
  expect(room).toBe(false);
  expect(await take(events, 1)).toEqual([1]);
  await waiting;
  expect(events.dropped).toBe(0);
});

test('a closed reader lets its producer go on, and takes nothing', async () => {
  const events = reader(1, 'block');
  await publish(events);
  const room = events.room();
  events.close();
  await room;
  await publish(events);
  expect(await take(events, 1)).toEqual([]);
  expect(events.dropped).toBe(0);
});

test('events that come while it is read are delivered', async () => {
  const events = reader(3, 'drop-oldest');
  const taken = take(events, 2);
  for (let count = 1; count <= 2; count++) {
    await soon();
    await publish(events);
  }
  expect(await taken).toEqual([1, 2]);
});
