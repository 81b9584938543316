import { describe, expect, test } from 'vitest';
import { sorted } from '../fixtures/sorted.ts';
import { holbDelay, inflation } from './paired-rounds.ts';

describe('paired rounds', () => {
  const rounds = [
    { loaded: sorted([300, 310, 330]), base: sorted([100, 100, 110]) },
    { loaded: sorted([250, 260, 290]), base: sorted([90, 100, 100]) },
    { loaded: sorted([400, 500, 600]), base: sorted([120, 125, 130]) },
  ];

  test('HOLB delay is the median over rounds of self − foreign', () => {
    // 210, 160, 375.
    expect(holbDelay(rounds)).toMatchObject({ value: 210, rounds: 3 });
    expect(holbDelay(rounds)?.interval).toEqual({ low: 160, high: 375 });
  });

  test('inflation is the median over rounds of loaded ÷ idle', () => {
    // 3.1, 2.6, 4.
    expect(inflation(rounds)).toMatchObject({ value: 3.1, rounds: 3 });
  });

  test('one round has no interval, none has no figure', () => {
    expect(holbDelay(rounds.slice(0, 1))).toEqual({ value: 210, interval: null, rounds: 1 });
    expect(inflation([])).toBeNull();
    expect(holbDelay([])).toBeNull();
  });

  test('a message that waits less for its own bulk than for a foreign one has a negative delay', () => {
    expect(holbDelay([{ loaded: sorted([80, 90]), base: sorted([100, 130]) }])?.value).toBe(-30);
  });

  test('nothing is a multiple of 0 ms', () => {
    expect(inflation([{ loaded: sorted([80]), base: sorted([0]) }])).toBeNull();
    expect(inflation([{ loaded: sorted([80]), base: sorted([0]) }, ...rounds])).toMatchObject({
      value: 3.1,
      rounds: 3,
    });
  });

  test('unanswered messages count at the time that they were waited for: a lower bound', () => {
    // Medians 5 000 (censored) and 100.
    const censored = { loaded: sorted([90, 5_000, 20_000]), base: sorted([90, 100, 110]) };
    expect(holbDelay([censored])?.value).toBe(4_900);
    expect(inflation([censored])?.value).toBe(50);
  });
});
