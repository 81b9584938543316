import type { Measurement } from '@holbench/results/sample';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Collector } from './collector.ts';
import type { UsersEvent } from './messages.ts';
import { countUsers, mostUsers, userOf } from './users-of.ts';

const LABELS = ['page-load', 'covalue-load'];
const PLAN = {
  scenario: '1b',
  workers: 2,
  users: 3,
  arrivalSeconds: 1,
  seed: 1,
  fileBytes: 1,
  timeoutMs: 1_000,
};
const LIMITS = { waitMs: 60_000, silentMs: 10_000, mostPerSecond: 1_000 };

let told: UsersEvent[];
let collector: Collector;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  collect();
});
afterEach(() => {
  collector[Symbol.dispose]();
  vi.useRealTimers();
});

function collect(limits = LIMITS): void {
  collector?.[Symbol.dispose]();
  const collection = { id: 'this', name: 'load-text', labels: LABELS, plan: PLAN };
  collector = new Collector(collection, (event) => told.push(event), { token: null, ...limits });
}

const join = (id: string, { name = 'load-text', collection = 'this' } = {}) =>
  collector.join({ id, collection, name, browser: '1' });

const measurement = (user: number, label: string): Measurement => ({
  label,
  user,
  index: 0,
  intendedAtMs: 0,
  outcome: { status: 'ok', durationMs: 1, bytes: 1, protocol: 'h2' },
});

/** One request; the nth of this worker. */
const send = (id: string, sequence: number, user: number, label: string) =>
  collector.measured({ id, sequence, measurements: [measurement(user, label)] }).status;

function sendAll(id: string, ...users: number[]): void {
  for (const [nth, user] of users.entries()) {
    for (const [at, label] of LABELS.entries())
      expect(send(id, 2 * nth + at, user, label)).toBe(200);
  }
}

const problems = () => told.flatMap((event) => (event.event === 'over' ? [event.problem] : []));
const received = () => told.flatMap((each) => (each.event === 'measured' ? each.measurements : []));

test('users are dealt to workers like cards: each has one worker, and nobody has none', () => {
  const users = [0, 1, 2].flatMap((worker) =>
    Array.from({ length: countUsers(worker, { ...PLAN, workers: 3, users: 8 }) }, (_, nth) =>
      userOf(worker, 3, nth),
    ),
  );
  expect(users).toEqual([0, 3, 6, 1, 4, 7, 2, 5]);
  expect(mostUsers({ workers: 3, users: 8 })).toBe(3);
  expect(countUsers(2, { ...PLAN, workers: 3, users: 2 })).toBe(0);
});

test('workers wait for each other, have numbers, and end when every user is measured', () => {
  expect(join('a').body).toEqual({ state: 'waiting' });
  expect(send('a', 0, 0, 'page-load')).toBe(410);
  expect(join('b').body).toMatchObject({ state: 'begun', worker: 1, inMs: 1_000, plan: PLAN });
  vi.advanceTimersByTime(400);
  expect(join('a').body).toMatchObject({ state: 'begun', worker: 0, inMs: 600 });
  sendAll('a', 0, 2);
  expect(problems()).toEqual([]);
  sendAll('b', 1);
  expect(problems()).toEqual([null]);
  expect(received()).toHaveLength(LABELS.length * PLAN.users);
  expect(join('a').status).toBe(410);
});

test('a request that is repeated, because its answer was lost, doubles nothing', () => {
  join('a');
  join('b');
  expect(send('a', 0, 0, 'page-load')).toBe(200);
  expect(send('a', 0, 0, 'page-load')).toBe(200);
  expect(received()).toHaveLength(1);
  sendAll('b', 1);
  expect(send('a', 1, 0, 'covalue-load')).toBe(200);
  expect(send('a', 2, 2, 'page-load')).toBe(200);
  expect(send('a', 3, 2, 'covalue-load')).toBe(200);
  expect(problems()).toEqual([null]);
  // The last one, too, which has ended the collection.
  expect(send('a', 3, 2, 'covalue-load')).toBe(200);
  expect(send('a', 4, 2, 'covalue-load')).toBe(410);
  expect(received()).toHaveLength(LABELS.length * PLAN.users);
});

test.each([
  ['twice', 0, 'page-load', 'sent page-load of user 0 twice'],
  ['of the user of another worker', 1, 'page-load', 'has no page-load of user 1'],
  ['of a user that there is not', 4, 'page-load', 'has no page-load of user 4'],
  ['of another operation', 0, 'covalue-create', 'has no covalue-create of user 0'],
])('what comes %s ends the cell with a reason, and is not passed on', (_what, user, label, why) => {
  join('a');
  join('b');
  send('a', 0, 0, 'page-load');
  expect(send('a', 1, user, label)).toBe(409);
  expect(problems()).toEqual([`worker 0 ${why}`]);
  expect(received()).toHaveLength(1);
  expect(send('b', 0, 1, 'page-load')).toBe(410);
});

test('one worker too many, one of another scenario and one of another cell are refused', () => {
  expect(join('c', { name: 'load-binary' })).toMatchObject({ status: 409 });
  expect(join('c', { collection: 'before' })).toMatchObject({ status: 409 });
  join('a');
  join('b');
  expect(join('c')).toEqual({ status: 409, body: 'all 2 workers have come' });
  expect(send('c', 0, 0, 'page-load')).toBe(410);
  expect(problems()).toEqual([]);
});

test('workers that do not come end the cell with a reason', () => {
  const alive = setInterval(() => join('a'), 1_000);
  vi.advanceTimersByTime(61_000);
  clearInterval(alive);
  expect(problems()).toEqual(['1 of 2 workers came within 60 s']);
});

test('another worker takes the place of one that dies while it waits', () => {
  join('dead');
  vi.advanceTimersByTime(11_000);
  join('a');
  expect(join('b').body).toMatchObject({ worker: 1 });
  expect(join('a').body).toMatchObject({ worker: 0 });
});

test('a worker that is silent has ended: the cell does, when the others have, and says what is missing', () => {
  join('a');
  join('b');
  sendAll('b', 1);
  send('a', 0, 0, 'page-load');
  vi.advanceTimersByTime(9_000);
  expect(problems()).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(problems()[0]).toMatch(/^nothing came for 10 s from worker 0 of 2/);
  expect(send('a', 1, 0, 'covalue-load')).toBe(410);
});

test('requests have a rate', () => {
  collect({ ...LIMITS, mostPerSecond: 2 });
  expect([join('a'), join('a'), join('a')].map(({ status }) => status)).toEqual([200, 200, 429]);
  vi.advanceTimersByTime(1_000);
  expect(join('a').status).toBe(200);
});
