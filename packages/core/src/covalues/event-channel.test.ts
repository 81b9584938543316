import { EVENT_HISTORY } from '@holbench/protocol/wire-limits';
import { expect, test } from 'vitest';
import { EventChannel, type Subscription } from './event-channel.ts';
import { EventBudget } from './event-history.ts';
import type { QueueFactors } from './event-reader.ts';

const ID = 'co_0000000000000001';
const QUEUE_EVENTS = 16;

function channel(
  overflow: QueueFactors['overflow'],
  budget = new EventBudget(1024 ** 2),
): {
  events: EventChannel;
  dropped: number[];
} {
  const dropped: number[] = [];
  const factors = { overflow, subscriberQueueEvents: QUEUE_EVENTS };
  return { events: new EventChannel(ID, factors, budget, (count) => dropped.push(count)), dropped };
}

async function publish(events: EventChannel, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await events.publish({ title: `${index}` });
}

async function take({ events }: Subscription, count: number): Promise<number[]> {
  const taken: number[] = [];
  for await (const { event } of events) {
    taken.push(event.eventId);
    if (taken.length === count) break;
  }
  return taken;
}

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('numbers events from 1 and gives every subscriber the same, in order', async () => {
  const { events } = channel('drop-oldest');
  const subscriptions = [events.subscribe(undefined), events.subscribe(undefined)];
  await publish(events, 5);
  for (const subscription of subscriptions) {
    expect(subscription.eventId).toBe(0);
    expect(await take(subscription, 5)).toEqual(upTo(1, 5));
  }
});

test('a subscription without a last event id begins now', async () => {
  const { events } = channel('drop-oldest');
  await publish(events, 3);
  const subscription = events.subscribe(undefined);
  expect(subscription.eventId).toBe(3);
  await publish(events, 1);
  expect(await take(subscription, 1)).toEqual([4]);
});

test('resumes within the history: nothing lost, nothing repeated', async () => {
  const { events, dropped } = channel('drop-oldest');
  await publish(events, 10);
  const subscription = events.subscribe(4);
  expect(subscription.eventId).toBe(4);
  await publish(events, 2);
  expect(await take(subscription, 8)).toEqual(upTo(5, 12));
  subscription.end();
  expect(dropped).toEqual([0]);
});

test('resumes beyond the history with what is left, and counts the rest as dropped', async () => {
  const { events, dropped } = channel('drop-oldest');
  await publish(events, EVENT_HISTORY + 10);
  const subscription = events.subscribe(3);
  expect(await take(subscription, EVENT_HISTORY)).toEqual(upTo(11, EVENT_HISTORY + 10));
  subscription.end();
  subscription.end();
  expect(dropped).toEqual([7]);
});

test('a last event id from the future means from now on', async () => {
  const { events } = channel('drop-oldest');
  await publish(events, 2);
  expect(events.subscribe(1_000).eventId).toBe(2);
});

test('with drop-oldest, a subscriber that does not read costs the others nothing', async () => {
  const { events, dropped } = channel('drop-oldest');
  const stopped = events.subscribe(undefined);
  await publish(events, QUEUE_EVENTS + 5);
  stopped.end();
  expect(dropped).toEqual([5]);
});

test('what was dropped is counted, too, when the channel closes under a subscriber', async () => {
  const { events, dropped } = channel('drop-oldest');
  events.subscribe(undefined);
  await publish(events, QUEUE_EVENTS + 5);
  events.close();
  expect(dropped).toEqual([5]);
});

test('with block, resuming drops nothing of the history, which may be longer than a queue', async () => {
  const { events, dropped } = channel('block');
  await publish(events, EVENT_HISTORY);
  const subscription = events.subscribe(0);
  const published = publish(events, 1);
  expect(await take(subscription, EVENT_HISTORY + 1)).toEqual(upTo(1, EVENT_HISTORY + 1));
  await published;
  subscription.end();
  expect(dropped).toEqual([0]);
});

test('with block, many producers at once wait, and no event is dropped or disordered', async () => {
  const { events, dropped } = channel('block');
  const slow = events.subscribe(undefined);
  const count = QUEUE_EVENTS + 50;
  const published = Promise.all(Array.from({ length: count }, () => events.publish({ title: '' })));
  // Let all of them reach the full queue before anything is taken.
  await new Promise((resolve) => setImmediate(resolve));
  expect(await take(slow, count)).toEqual(upTo(1, count));
  expect(await published).toEqual(upTo(1, count));
  slow.end();
  expect(dropped).toEqual([0]);
});

test('with block, a subscriber that goes frees the producers', async () => {
  const { events } = channel('block');
  const stopped = events.subscribe(undefined);
  const published = publish(events, QUEUE_EVENTS + 1);
  await new Promise((resolve) => setImmediate(resolve));
  stopped.end();
  await published;
});

test('beyond the memory of all events, the oldest of any CoValue is missed, and counted', async () => {
  const budget = new EventBudget(18_500);
  const [first, second] = [channel('drop-oldest', budget), channel('drop-oldest', budget)];
  const subscription = first.events.subscribe(undefined);
  await publish(first.events, 3);
  await second.events.publish({ preview: 'x'.repeat(4_000) });
  await second.events.publish({ title: 'x' });
  // The first event of the first CoValue had to go, for a subscriber and for those who come back.
  expect(await take(subscription, 2)).toEqual([2, 3]);
  expect(await take(first.events.subscribe(0), 2)).toEqual([2, 3]);
  subscription.end();
  expect(first.dropped).toEqual([1]);
  expect(second.events.subscribe(0).eventId).toBe(0);
});
