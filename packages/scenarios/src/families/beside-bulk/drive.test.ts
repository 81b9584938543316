import { expect, test } from 'vitest';
import { LOOPBACK } from '../../../../results/fixtures/run-lines.ts';
import { phasesOf } from './drive.ts';

const ROUNDS = 240;
/** The orders of as many rounds, with the seeds of a run. */
const orders = (sameFirst: boolean) =>
  Array.from({ length: ROUNDS }, (_, round) =>
    phasesOf({ network: LOOPBACK, seed: 1 + 1_000_000 * round, sameFirst }).join(),
  );
const counts = (drawn: readonly string[]) =>
  new Map([...Map.groupBy(drawn, (order) => order)].map(([order, { length }]) => [order, length]));

test('phases have all orders, in even rounds as in odd ones', () => {
  for (const parity of [0, 1]) {
    const drawn = counts(orders(false).filter((_, round) => round % 2 === parity));
    expect(drawn.size).toBe(6);
    // Of 120 rounds each has 20 on average.
    expect(Math.min(...drawn.values())).toBeGreaterThan(8);
  }
});

test('where the phase same comes first, the phase alone keeps its place, which does not follow the round', () => {
  const places = (drawn: readonly string[]) =>
    drawn.map((order) => order.split(',').indexOf('alone'));
  expect(places(orders(true))).toEqual(places(orders(false)));
  for (const parity of [0, 1]) {
    const drawn = counts(orders(true).filter((_, round) => round % 2 === parity));
    expect([...drawn.keys()].toSorted()).toEqual([
      'alone,same,other',
      'same,alone,other',
      'same,other,alone',
    ]);
    expect(Math.min(...drawn.values())).toBeGreaterThan(20);
  }
});
