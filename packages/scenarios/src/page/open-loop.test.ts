import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OpenLoop, type Turn } from './open-loop.ts';

/** Time that passes between two readings of the clock, in ms. */
const READING_MS = 0.01;
/** Of the few between the last wait and the operation. */
const READINGS_MS = 4 * READING_MS;

describe('on a clock of its own', () => {
  let nowMs = 0;
  /** How late the browser wakes the page, in ms; below 0 it is early. */
  let wakesLateMs = 0;

  beforeEach(() => {
    nowMs = 0.4;
    vi.stubGlobal('performance', { now: () => (nowMs += READING_MS) });
    vi.spyOn(Atomics, 'waitAsync').mockImplementation((_array, _index, _value, limitMs = 0) => {
      nowMs += Math.max(READING_MS, limitMs + wakesLateMs);
      return { async: true, value: Promise.resolve('timed-out') };
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test.each([
    { wakes: 'punctually', lateMs: 0, atMostMs: READINGS_MS },
    { wakes: 'a little late', lateMs: 0.9, atMostMs: READINGS_MS },
    { wakes: 'too early', lateMs: -5, atMostMs: READINGS_MS },
    { wakes: 'too late', lateMs: 3, atMostMs: 2 + READINGS_MS },
  ])('each operation begins at its time where the page wakes $wakes', async (given) => {
    wakesLateMs = given.lateMs;
    const turns: Turn[] = [];
    const loop = new OpenLoop({ perSecond: 30, most: 20 }, async (turn) => {
      turns.push(turn);
      return turn.index;
    });
    expect(await loop.complete()).toEqual(Array.from({ length: 20 }, (_, index) => index));
    const intended = turns.map(({ index }) => (turns[0]?.intendedAtMs ?? 0) + (index * 1_000) / 30);
    expect(turns.map(({ intendedAtMs }) => intendedAtMs)).toEqual(intended);
    const late = turns.map(({ intendedAtMs, sentAtMs }) => sentAtMs - intendedAtMs);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...late)).toBeLessThanOrEqual(given.atMostMs);
  });
});

function keepBusy(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

test('what a busy page missed is sent when it ends, is waited for, and says how late it was', async () => {
  const loop = new OpenLoop({ perSecond: 10 }, async (turn) => turn);
  keepBusy(350);
  const turns = await loop.end();
  // The machine may have been busy for longer.
  expect(turns.length).toBeGreaterThanOrEqual(4);
  const intended = turns.map(({ intendedAtMs }) => intendedAtMs - (turns[0]?.intendedAtMs ?? 0));
  expect(intended.map(Math.round)).toEqual(turns.map((_, index) => 100 * index));
  const late = turns.map(({ intendedAtMs, sentAtMs }) => sentAtMs - intendedAtMs);
  expect(late[1]).toBeGreaterThan(240);
  expect(late[3]).toBeGreaterThan(40);
});
