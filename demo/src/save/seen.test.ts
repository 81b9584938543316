import { planCells } from '@holbench/runner/plan';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { answered, GIVEN_UP, seen, seenLane, STARTED_MS } from '../../fixtures/seen.ts';
import { configurationOf } from './manifest-of.ts';
import { whyNotOf } from './save-run.ts';
import { MOST_RACES, Seen, seedOfRace, type SeenLane } from './seen.ts';

const isSeen = (value: unknown) => v.safeParse(Seen, value).success;
const withMessage = (sentMs: number, outcome = answered(10)) =>
  seenLane({ messages: [{ sentMs, outcome }] });

test('a race that was seen can be saved, also with messages that were given up', () => {
  expect(isSeen(seen())).toBe(true);
  expect(isSeen(seen([[withMessage(20_000, GIVEN_UP)]]))).toBe(true);
});

test.each<[string, SeenLane]>([
  ['a negative wait', withMessage(0, answered(-1))],
  ['an endless wait', withMessage(0, answered(Infinity))],
  ['a message before the race', withMessage(-1)],
  ['a message after the race', withMessage(30_000)],
  ['an answer after the race', withMessage(19_000, answered(26_000))],
  [
    'a message that was given up after the race',
    withMessage(20_000, { ...GIVEN_UP, afterMs: 3e7 }),
  ],
  ['a transfer before its time', seenLane({ besideMs: 3_000 })],
  ['a transfer after its end', seenLane({ besideMs: 20_500 })],
  ['a race that was stopped', seenLane({ stoppedMs: 12_000 })],
  ['a race that is too long', seenLane({ stoppedMs: 60_000 })],
  ['no messages', seenLane({ messages: [] })],
  ['more bins than time', seenLane({ binBytes: Array.from({ length: 400 }, () => 1) })],
  ['negative bytes', seenLane({ binBytes: [-1] })],
  ['a disordered race', seenLane({ messages: seenLane().messages.toReversed() })],
  ['a long reason', withMessage(0, { ...GIVEN_UP, reason: 'x'.repeat(2_000) })],
])('%s is impossible', (_, lane) => {
  expect(isSeen(seen([[lane]]))).toBe(false);
});

test('unknown variants and fields, a lane twice, too many races or none are refused', () => {
  expect(isSeen({ ...seen(), path: '/etc' })).toBe(false);
  expect(isSeen({ ...seen(), races: [[{ ...seenLane(), variant: 'node-ftp' }]] })).toBe(false);
  expect(isSeen({ ...seen(), races: [[{ ...seenLane(), cell: '../x' }]] })).toBe(false);
  expect(isSeen(seen([[seenLane(), seenLane()]]))).toBe(false);
  expect(isSeen(seen([]))).toBe(false);
  expect(isSeen(seen([[]]))).toBe(false);
  expect(isSeen(seen(Array.from({ length: MOST_RACES + 1 }, () => [seenLane()])))).toBe(false);
  expect(isSeen(seen([[seenLane()]], { streams: 0 }))).toBe(false);
});

test('a race is of a lane of this demo, and of its time', () => {
  const demo = { variants: ['node-ws'], sinceMs: STARTED_MS };
  const nowMs = STARTED_MS + 21_000;
  expect(whyNotOf(seen(), demo, nowMs)).toBeNull();
  expect(whyNotOf(seen(), { ...demo, variants: ['uws-ws'] }, nowMs)).toBe(
    'node-ws is no lane of this demo',
  );
  const outside = 'a race is older than this demo, or has not ended';
  expect(whyNotOf(seen(), demo, STARTED_MS)).toBe(outside);
  expect(whyNotOf(seen(), { ...demo, sinceMs: nowMs }, nowMs)).toBe(outside);
});

test('races have the seeds of the bench’s rounds', () => {
  const races = [[seenLane()], [seenLane()], [seenLane()]];
  const network = { networks: ['reference-4g'] };
  const planned = planCells(
    configurationOf(seen(races), { network, fileBytes: 1_000_000, variants: ['node-ws'] }),
  );
  expect(planned.map(({ seed, round }) => [seed, round])).toEqual(
    races.map((_, round) => [seedOfRace(round), round]),
  );
});
