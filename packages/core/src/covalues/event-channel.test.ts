import { EVENT_HISTORY } from '@holbench/protocol/wire-limits';
import { expect, test } from 'vitest';
import { EventChannel, type Subscription } from './event-channel.ts';
import { EventBudget } from './event-history.ts';

const ID = 'co_0000000000000001';

function channel(budget = new EventBudget(1024 ** 2)): {
  events: EventChannel;
  dropped: number[];
} {
  const dropped: number[] = [];
  return { events: new EventChannel(ID, budget, (count) => dropped.push(count)), dropped };
}

function publish(events: EventChannel, count: number): void {
  for (let index = 0; index < count; index++) events.publish({ title: `${index}` });
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
  const { events } = channel();
  const subscriptions = [events.subscribe(undefined), events.subscribe(undefined)];
  publish(events, 5);
  for (const subscription of subscriptions) {
    expect(subscription.eventId).toBe(0);
    expect(await take(subscription, 5)).toEqual(upTo(1, 5));
  }
});

test('a subscription without a last event id begins now', async () => {
  const { events } = channel();
  publish(events, 3);
  const subscription = events.subscribe(undefined);
  expect(subscription.eventId).toBe(3);
  publish(events, 1);
  expect(await take(subscription, 1)).toEqual([4]);
});

test('resumes within the history: nothing lost, nothing repeated', async () => {
  const { events, dropped } = channel();
  publish(events, 10);
  const subscription = events.subscribe(4);
  expect(subscription.eventId).toBe(4);
  publish(events, 2);
  expect(await take(subscription, 8)).toEqual(upTo(5, 12));
  subscription.end();
  expect(dropped).toEqual([0]);
});

test('resumes beyond the history with what is left, and counts the rest as dropped', async () => {
  const { events, dropped } = channel();
  publish(events, EVENT_HISTORY + 10);
  const subscription = events.subscribe(3);
  expect(await take(subscription, EVENT_HISTORY)).toEqual(upTo(11, EVENT_HISTORY + 10));
  subscription.end();
  subscription.end();
  expect(dropped).toEqual([7]);
});

test('a last event id from the future means from now on', () => {
  const { events } = channel();
  publish(events, 2);
  expect(events.subscribe(1_000).eventId).toBe(2);
});

test('a subscriber that does not read misses the oldest', () => {
  const { events, dropped } = channel();
  const stopped = events.subscribe(undefined);
  publish(events, EVENT_HISTORY + 5);
  stopped.end();
  expect(dropped).toEqual([5]);
});

test('what was dropped is counted, too, when the channel closes under a subscriber', () => {
  const { events, dropped } = channel();
  events.subscribe(undefined);
  publish(events, EVENT_HISTORY + 5);
  events.close();
  expect(dropped).toEqual([5]);
});

test('beyond the memory of all events, the oldest of any CoValue is missed, and counted', async () => {
  const budget = new EventBudget(18_500);
  const [first, second] = [channel(budget), channel(budget)];
  const subscription = first.events.subscribe(undefined);
  publish(first.events, 3);
  second.events.publish({ preview: 'x'.repeat(4_000) });
  second.events.publish({ title: 'x' });
  // The first event of the first CoValue had to go, for a subscriber and for those who come back.
  expect(await take(subscription, 2)).toEqual([2, 3]);
  expect(await take(first.events.subscribe(0), 2)).toEqual([2, 3]);
  subscription.end();
  expect(first.dropped).toEqual([1]);
  expect(second.events.subscribe(0).eventId).toBe(0);
});
