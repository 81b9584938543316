import { MAX_MESSAGE_BYTES } from '@holbench/protocol/wire-limits';
import { beforeEach, expect, test, vi } from 'vitest';
import { OutgoingMessages } from './outgoing-messages.ts';

const BATCH_MS = 40;

let sent: string[];
let messages: OutgoingMessages;
beforeEach(() => {
  sent = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- messages are text
  messages = new OutgoingMessages({ send: (data) => void sent.push(data as string) });
});

test('go one by one until the server wants batches', () => {
  messages.send('1');
  messages.send('2');
  expect(sent).toEqual(['1', '2']);
});

test('then those of one batch time travel together, timed from the first of them', async () => {
  messages.batchFor(BATCH_MS);
  messages.send('1');
  const begunAt = performance.now();
  await new Promise((resolve) => setTimeout(resolve, BATCH_MS / 2));
  messages.send('2');
  expect(sent).toEqual([]);
  await vi.waitFor(() => expect(sent).toEqual(['1\n2']), { interval: 1 });
  expect(performance.now() - begunAt).toBeGreaterThanOrEqual(BATCH_MS - 1);
  messages.send('3');
  expect(sent).toHaveLength(1);
  await vi.waitFor(() => expect(sent).toEqual(['1\n2', '3']), { interval: 1 });
});

test('do not wait when there are more than a message may hold', async () => {
  messages.batchFor(BATCH_MS);
  const long = 'x'.repeat(MAX_MESSAGE_BYTES / 4);
  messages.send(long);
  messages.send(long);
  expect(sent).toEqual([long]);
  await vi.waitFor(() => expect(sent).toEqual([long, long]));
});

test('do not wait for the end of their connection', () => {
  messages.batchFor(BATCH_MS);
  messages.send('1');
  messages.flush();
  expect(sent).toEqual(['1']);
});
