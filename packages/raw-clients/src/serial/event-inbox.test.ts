import { expect, test } from 'vitest';
import { EventInbox } from './event-inbox.ts';

test('an event waits until it is taken, and a taker until there is an event', async () => {
  const inbox = new EventInbox();
  inbox.add(1);
  inbox.add(2);
  expect([await inbox.next(), await inbox.next()]).toEqual([1, 2]);
  const taken = Promise.all([inbox.next(), inbox.next()]);
  inbox.add(3);
  inbox.add(4);
  expect(await taken).toEqual([3, 4]);
});

test('an end rejects every taker, except of events that came before it', async () => {
  const inbox = new EventInbox();
  const waiting = inbox.next();
  inbox.end(new Error('the first reason'));
  inbox.end(new Error('another'));
  await expect(waiting).rejects.toThrow('the first reason');
  inbox.add(5);
  expect(await inbox.next()).toBe(5);
  await expect(inbox.next()).rejects.toThrow('the first reason');
});
