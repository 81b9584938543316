import { expect, test } from 'vitest';
import { type Reader, UnreadAnswers } from './unread-answers.ts';

const LIMITS = { unreadBytes: 10, allUnreadBytes: 25 };

function reader(ended: Reader[]): Reader {
  const one: Reader = { unreadBytes: 0, hasGone: false, close: () => void ended.push(one) };
  return one;
}

test('a client has too much from its own limit on, until it reads', () => {
  const unread = new UnreadAnswers(LIMITS);
  const one = reader([]);
  unread.add(one, 9);
  expect(unread.isTooMuch(one)).toBe(false);
  unread.add(one, 1);
  expect(unread.isTooMuch(one)).toBe(true);
  unread.remove(one, 5);
  expect(unread.isTooMuch(one)).toBe(false);
});

test('beyond the limit of all, the one with the most is ended, and leaves room for the others', () => {
  const unread = new UnreadAnswers(LIMITS);
  const ended: Reader[] = [];
  const [small, large, next] = [reader(ended), reader(ended), reader(ended)];
  unread.add(small, 5);
  unread.add(large, 15);
  unread.add(next, 6);
  expect(ended).toEqual([large]);
  // What the lost connection still lets go was counted before.
  unread.add(large, 3);
  unread.remove(large, 18);
  unread.add(next, 14);
  expect(ended).toEqual([large]);
  unread.add(small, 1);
  expect(ended).toEqual([large, next]);
});
