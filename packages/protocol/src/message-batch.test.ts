import { expect, test } from 'vitest';
import { MAX_MESSAGE_BYTES } from './wire-limits.ts';
import { MessageBatch, splitBatch } from './message-batch.ts';

const bytesOf = (text: string): number => new TextEncoder().encode(text).byteLength;

test('what is batched comes apart again, in order, also with line breaks in it', () => {
  const messages = [{ title: 'one\ntwo\r\n\u2028' }, { title: '' }, {}].map((each) =>
    JSON.stringify(each),
  );
  const batch = new MessageBatch();
  for (const message of messages) batch.add(message);
  expect(splitBatch(batch.take())).toEqual(messages);
  expect(batch.isEmpty).toBe(true);
});

test('is never longer than a message may be, whatever the characters', () => {
  const batch = new MessageBatch();
  const message = '€'.repeat(1_000);
  while (batch.hasRoomFor(message)) batch.add(message);
  const bytes = bytesOf(batch.take());
  expect(bytes).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
  expect(bytes).toBeGreaterThan(MAX_MESSAGE_BYTES - 2 * bytesOf(message));
});

test('takes a message that is too long for it, if alone', () => {
  const batch = new MessageBatch();
  const long = 'x'.repeat(MAX_MESSAGE_BYTES);
  expect(batch.hasRoomFor(long)).toBe(true);
  batch.add(long);
  expect(batch.hasRoomFor('')).toBe(false);
  expect(batch.take()).toBe(long);
});
