import { expect, test } from 'vitest';
import { laneOf, message } from '../../../fixtures/races.ts';
import { pickMessage } from './pick-message.ts';

const messages = [
  message(100, 50, { path: 50 }),
  message(1_100, 300, { path: 300 }),
  message(1_200, 900, { path: 850, retransmission: 50 }),
  message(1_300, 400, { path: 250, retransmission: 150 }),
  message(1_400, null),
];
const lane = laneOf({ messages });

test('beside the transfer, of those whose path is known', () => {
  expect(pickMessage(lane, 1_000, 'median')).toBe(messages[3]);
  expect(pickMessage(lane, 1_000, 'slowest')).toBe(messages[2]);
  expect(pickMessage(lane, 1_000, 'lost')).toBe(messages[3]);
});

test('the message that its own stream spared the most', () => {
  const spared = { ...message(1_500, 200, { path: 200 }), sparedMs: 90 };
  expect(pickMessage(laneOf({ messages: [...messages, spared] }), 1_000, 'spared')).toBe(spared);
  expect(pickMessage(lane, 1_000, 'spared')).toBeNull();
});

test('none where no path is known, or none waited for a lost packet', () => {
  expect(pickMessage(laneOf({ messages: [message(1_100, 300)] }), 1_000, 'median')).toBeNull();
  expect(pickMessage(laneOf({ messages: messages.slice(0, 2) }), 1_000, 'lost')).toBeNull();
});
