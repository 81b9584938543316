import { expect, test } from 'vitest';
import { type Reader, readerOf, UnreadAnswers } from './unread-answers.ts';

const LIMITS = { unreadBytes: 10, allUnreadBytes: 25 };

function reader(ended: Reader[]): Reader {
  const one: Reader = readerOf(() => void ended.push(one));
  return one;
}

test('a client has too much from its own limit on, until it reads', () => {
  const unread = new UnreadAnswers(LIMITS);
  const one = reader([]);
  unread.add(one, 'answers', 9);
  expect(unread.isTooMuch(one)).toBe(false);
  unread.add(one, 'answers', 1);
  expect(unread.isTooMuch(one)).toBe(true);
  unread.remove(one, 'answers', 5);
  expect(unread.isTooMuch(one)).toBe(false);
  // They wait for their reader by themselves.
  unread.add(one, 'files', 10);
  expect(unread.isTooMuch(one)).toBe(false);
});

test('beyond the limit of all, the one with the most is ended, and leaves room for the others', () => {
  const unread = new UnreadAnswers(LIMITS);
  const ended: Reader[] = [];
  const [small, large, next] = [reader(ended), reader(ended), reader(ended)];
  unread.add(small, 'answers', 5);
  unread.add(large, 'answers', 8);
  unread.add(large, 'files', 7);
  unread.add(next, 'answers', 6);
  expect(ended).toEqual([large]);
  // What the lost connection still lets go was counted before.
  unread.add(large, 'answers', 3);
  unread.remove(large, 'files', 7);
  unread.add(next, 'answers', 14);
  expect(ended).toEqual([large]);
  unread.add(small, 'answers', 1);
  expect(ended).toEqual([large, next]);
});

test('a connection that closes takes along what waited', () => {
  const unread = new UnreadAnswers(LIMITS);
  const ended: Reader[] = [];
  const [gone, other] = [reader(ended), reader(ended)];
  unread.add(gone, 'answers', 20);
  unread.forget(gone);
  unread.add(other, 'files', 25);
  expect(ended).toEqual([]);
});
