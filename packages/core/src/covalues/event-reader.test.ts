import type { MutationEvent } from '@holbench/protocol/covalue';
import { EVENT_HISTORY } from '@holbench/protocol/wire-limits';
import { beforeEach, expect, test } from 'vitest';
import { EncodedEvent } from './encoded-event.ts';
import { EventBudget, EventHistory } from './event-history.ts';
import { EventReader } from './event-reader.ts';

let history: EventHistory;
beforeEach(() => {
  history = new EventHistory(new EventBudget(1024 ** 2));
});

const reader = (): EventReader => new EventReader(history, history.lastId);

function publish(to: EventReader): void {
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

test('the newest events wait for it, and the others are counted', async () => {
  const events = reader();
  for (let count = 1; count <= EVENT_HISTORY + 2; count++) publish(events);
  expect(await take(events, 3)).toEqual([3, 4, 5]);
  expect(events.dropped).toBe(2);
});

test('a closed reader takes nothing', async () => {
  const events = reader();
  events.close();
  publish(events);
  expect(await take(events, 1)).toEqual([]);
  expect(events.dropped).toBe(0);
});

test('events that come while it is read are delivered', async () => {
  const events = reader();
  const taken = take(events, 2);
  for (let count = 1; count <= 2; count++) {
    await soon();
    publish(events);
  }
  expect(await taken).toEqual([1, 2]);
});
