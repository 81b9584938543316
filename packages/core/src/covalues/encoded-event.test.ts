import { expect, test } from 'vitest';
import { EncodedEvent } from './encoded-event.ts';

test.each([
  ['one byte a character', 'x'],
  ['two bytes a character', '中'],
  ['what JSON escapes', '\0'],
  ['half of a pair', '\ud800'],
])('an event counts for its text and its encoding: %s', (_name, character) => {
  const preview = `中${character.repeat(1_000)}`;
  const event = new EncodedEvent({ id: 'co_ffffffffffffffff', eventId: 1, mutation: { preview } });
  // With 中 among them, all characters of a string take two bytes.
  expect(event.bytes).toBeGreaterThan(2 * (preview.length + event.webSocket.length));
  expect(event.bytes).toBeLessThan(2 * (preview.length + event.webSocket.length) + 1_024);
});
