import { expect, test } from 'vitest';
import { type Reader, readerOf, UnreadAnswers } from './unread-answers.ts';

const KiB = 1024;
const CHUNK_BYTES = 10 * KiB;
const LIMITS = {
  unreadBytes: 1_000 * KiB,
  allUnreadBytes: 2_500 * KiB,
  allUnreadChunks: 300,
  allWaitingRequestBytes: 20,
  allBodyBytes: 1_000 * KiB,
  allKeptBytes: 100_000 * KiB,
};

function reader(cutOff: Reader[]): Reader {
  const one: Reader = readerOf(() => void cutOff.push(one));
  return one;
}

test('a client has too much from its own limit on, until it reads', () => {
  const unread = new UnreadAnswers({ ...LIMITS, allUnreadBytes: 100_000 * KiB }, CHUNK_BYTES);
  const one = reader([]);
  unread.add(one, 'answers', 999 * KiB);
  expect(unread.isTooMuch(one)).toBe(false);
  unread.add(one, 'answers', 1 * KiB);
  expect(unread.isTooMuch(one)).toBe(true);
  unread.remove(one, 'answers', 500 * KiB);
  expect(unread.isTooMuch(one)).toBe(false);
  // They wait for their reader by themselves.
  unread.add(one, 'files', 10 * KiB);
  expect(unread.isTooMuch(one)).toBe(false);
});

test('the more waits for all, the less may wait for one, but never less than 32 KiB', () => {
  const unread = new UnreadAnswers(LIMITS, CHUNK_BYTES);
  const [one, other] = [reader([]), reader([])];
  // A quarter of what remains of 2,500.
  unread.add(one, 'answers', 490 * KiB);
  expect(unread.isTooMuch(one)).toBe(false);
  unread.add(one, 'answers', 20 * KiB);
  expect(unread.isTooMuch(one)).toBe(true);
  unread.add(one, 'answers', 1_900 * KiB);
  unread.add(other, 'answers', 31 * KiB);
  expect(unread.isTooMuch(other)).toBe(false);
  unread.add(other, 'answers', 1 * KiB);
  expect(unread.isTooMuch(other)).toBe(true);
});

test('less may wait for one, too, the more memory the connections of all keep', () => {
  const unread = new UnreadAnswers({ ...LIMITS, allKeptBytes: 1_000 * KiB }, CHUNK_BYTES);
  const [one, other] = [reader([]), reader([])];
  unread.add(one, 'answers', 600 * KiB);
  unread.remove(one, 'answers', 600 * KiB);
  unread.add(one, 'answers', 500 * KiB);
  unread.remove(one, 'answers', 500 * KiB);
  unread.add(other, 'answers', 90 * KiB);
  // Now a quarter of 1,000 - 600 - 90.
  expect(unread.isTooMuch(other)).toBe(true);
  unread.forget(one);
  expect(unread.isTooMuch(other)).toBe(false);
});

test('the connection that keeps most is cut off, though it has read everything', () => {
  const unread = new UnreadAnswers({ ...LIMITS, allKeptBytes: 1_000 * KiB }, CHUNK_BYTES);
  const cutOff: Reader[] = [];
  const [one, other] = [reader(cutOff), reader(cutOff)];
  unread.add(one, 'answers', 600 * KiB);
  unread.remove(one, 'answers', 600 * KiB);
  unread.add(other, 'answers', 400 * KiB);
  expect(cutOff).toEqual([]);
  unread.add(other, 'answers', 1);
  expect(cutOff).toEqual([one]);
});

test.each([
  ['answers', 500 * KiB],
  ['files', 600 * KiB],
  ['requests', 4],
] as const)(
  'beyond the limit of all %s, the connection with the most is cut off, and leaves room for the others',
  (kind, fifth) => {
    const unread = new UnreadAnswers(LIMITS, CHUNK_BYTES);
    const cutOff: Reader[] = [];
    const [small, large, next] = [reader(cutOff), reader(cutOff), reader(cutOff)];
    unread.add(small, kind, fifth);
    unread.add(large, kind, 3 * fifth);
    unread.add(next, kind, 2 * fifth);
    expect(cutOff).toEqual([large]);
    // What the lost connection still lets go was counted before.
    expect(unread.isTooMuch(large)).toBe(false);
    unread.add(large, kind, fifth);
    unread.remove(large, kind, fifth);
    unread.add(next, kind, 2 * fifth);
    expect(cutOff).toEqual([large]);
    unread.add(small, kind, 1);
    expect(cutOff).toEqual([large, next]);
  },
);

test('small chunks leave files as much room as answers have', () => {
  const unread = new UnreadAnswers(LIMITS, 1);
  const cutOff: Reader[] = [];
  const one = reader(cutOff);
  unread.add(one, 'files', LIMITS.allUnreadBytes);
  expect(cutOff).toEqual([]);
  unread.add(one, 'files', 1);
  expect(cutOff).toEqual([one]);
});

test('the more files wait for all, the less one connection may queue, but never less than 32 KiB', () => {
  const unread = new UnreadAnswers(LIMITS, CHUNK_BYTES);
  expect(unread.mostQueued).toBe(750 * KiB);
  const one = reader([]);
  unread.add(one, 'files', 1_000 * KiB);
  expect(unread.mostQueued).toBe(500 * KiB);
  unread.add(one, 'files', 1_990 * KiB);
  expect(unread.mostQueued).toBe(32 * KiB);
});

test('a connection that closes takes along what waited', () => {
  const unread = new UnreadAnswers(LIMITS, CHUNK_BYTES);
  const cutOff: Reader[] = [];
  const [gone, other] = [reader(cutOff), reader(cutOff)];
  unread.add(gone, 'files', 2_500 * KiB);
  unread.forget(gone);
  unread.add(other, 'files', 3_000 * KiB);
  expect(cutOff).toEqual([]);
});

test('of bodies that do not end, the connection with the most is cut off', () => {
  const cutOff: Reader[] = [];
  const unread = new UnreadAnswers(LIMITS, CHUNK_BYTES);
  const [one, other] = [reader(cutOff), reader(cutOff)];
  unread.add(one, 'bodies', 600 * KiB);
  unread.add(other, 'bodies', 400 * KiB);
  // It says nothing of what a client leaves unread.
  expect(unread.isTooMuch(one)).toBe(false);
  expect(cutOff).toEqual([]);
  unread.add(other, 'bodies', 1);
  expect(cutOff).toEqual([one]);
});

test('of those that use about as much, the one is cut off that waits for longest', () => {
  const unread = new UnreadAnswers(LIMITS, CHUNK_BYTES);
  const cutOff: Reader[] = [];
  const [little, reads] = [reader(cutOff), reader(cutOff)];
  const [stalls, page] = [reader(cutOff), reader(cutOff)];
  unread.add(little, 'answers', 400 * KiB);
  unread.add(reads, 'answers', 900 * KiB);
  unread.add(stalls, 'answers', 900 * KiB);
  unread.remove(reads, 'answers', 900 * KiB);
  unread.add(reads, 'answers', 900 * KiB);
  unread.add(page, 'answers', 1_000 * KiB);
  expect(cutOff).toEqual([stalls]);
});
