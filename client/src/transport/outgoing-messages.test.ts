import { MAX_MESSAGE_BYTES } from '@holbench/protocol/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OutgoingMessages } from './outgoing-messages.ts';

let sent: string[];
let messages: OutgoingMessages;
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  messages = new OutgoingMessages({ send: (data) => void sent.push(data as string) });
});
afterEach(() => void vi.useRealTimers());

test('go one by one until the server wants batches', () => {
  messages.send('1');
  messages.send('2');
  expect(sent).toEqual(['1', '2']);
});

test('then those of one batch time travel together, timed from the first of them', () => {
  messages.batchFor(10);
  messages.send('1');
  vi.advanceTimersByTime(9);
  messages.send('2');
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual(['1\n2']);
  messages.send('3');
  vi.advanceTimersByTime(10);
  expect(sent).toEqual(['1\n2', '3']);
});

test('do not wait when there are more than a message may hold', () => {
  messages.batchFor(10);
  const long = 'x'.repeat(MAX_MESSAGE_BYTES / 4);
  messages.send(long);
  messages.send(long);
  expect(sent).toEqual([long]);
  vi.advanceTimersByTime(10);
  expect(sent).toEqual([long, long]);
});
