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
    const loop = new OpenLoop({ perSecond: 30, seed: 1, most: 20 }, async (turn) => {
      turns.push(turn);
      return turn.index;
    });
    expect(await loop.complete()).toEqual(Array.from({ length: 20 }, (_, index) => index));
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
  const loop = new OpenLoop({ perSecond: 10, seed: 1 }, async (turn) => turn);
  keepBusy(450);
  const turns = await loop.end();
  // The machine may have been busy for longer.
  expect(turns.length).toBeGreaterThanOrEqual(4);
  const late = turns.map(({ intendedAtMs, sentAtMs }) => sentAtMs - intendedAtMs);
  // Each within its slot of 100 ms, of 450.
  expect(late[0]).toBeGreaterThan(350);
  expect(late[3]).toBeGreaterThan(50);
});

test('operations have random moments, one in each slot, the same for the same seed', async () => {
  const offsets = async (seed: number) => {
    const loop = new OpenLoop({ perSecond: 1_000, seed, most: 500 }, async (turn) => turn);
    const turns = await loop.complete();
    const [first = 0] = turns.map(({ intendedAtMs }) => intendedAtMs);
    return turns.map(({ intendedAtMs }) => intendedAtMs - first);
  };
  const moments = await offsets(1);
  // The first is somewhere in its slot of 1 ms, and so is each other.
  const shares = moments.map((moment, index) => moment - index);
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  expect(most - least).toBeLessThan(1);
  expect(most - least).toBeGreaterThan(0.95);
  const mean = shares.reduce((sum, share) => sum + share - least, 0) / shares.length;
  expect(mean).toBeCloseTo(0.5, 1);
  const again = await offsets(1);
  again.forEach((moment, index) => expect(moment).toBeCloseTo(moments[index] ?? NaN, 6));
  expect(await offsets(2)).not.toEqual(moments);
});
