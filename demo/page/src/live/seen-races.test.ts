import { expect, test } from 'vitest';
import { seen } from '../../../fixtures/seen.ts';
import { MOST_RACES } from '../../../src/save/seen.ts';
import { SeenRaces } from './seen-races.ts';

const CHOICE = { ...seen().choice, textBytes: null };
const [[lane] = []] = seen().races;

/** Sees a race of one lane. @returns its number. */
function race(races: SeenRaces, choice: Parameters<SeenRaces['begin']>[0]): number {
  const round = races.begin(choice);
  races.note(lane ?? null);
  return round;
}

test('races of one choice are numbered, and one that was not seen to its end leaves its number', () => {
  const races = new SeenRaces();
  expect([race(races, CHOICE), races.begin(CHOICE), race(races, CHOICE)]).toEqual([0, 1, 1]);
  expect(races.isAny).toBe(true);
});

test('another choice begins another run', () => {
  const races = new SeenRaces();
  race(races, CHOICE);
  expect(races.begin({ ...CHOICE, streams: 6 })).toBe(0);
  expect(races.isAny).toBe(false);
});

test('messages of another size are no part of a run', () => {
  const races = new SeenRaces();
  race(races, CHOICE);
  race(races, { ...CHOICE, textBytes: 100 });
  expect(races.isAny).toBe(false);
});

test('no more races are kept than a run may have', () => {
  const races = new SeenRaces();
  const rounds = Array.from({ length: MOST_RACES + 2 }, () => race(races, CHOICE));
  expect(rounds.slice(-3)).toEqual([MOST_RACES - 1, MOST_RACES, MOST_RACES + 1]);
});
