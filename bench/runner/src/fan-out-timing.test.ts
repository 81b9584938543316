import { profileNamed } from '@holbench/netem/profiles';
import { expect, test } from 'vitest';
import { eventsPerSecond } from '@holbench/scenarios/stalled-reader/timing';

test.each([
  [3, 20],
  [10, 20],
  [20, 20],
  [100, 4],
  [1_000, 1],
])(
  'to %i subscribers 400 events a second are delivered at most, 20 to each',
  (count, perSecond) => {
    expect(eventsPerSecond(count, profileNamed('ideal'))).toBe(perSecond);
  },
);

test('a shaped network has a quarter of its rate for them', () => {
  const { down, up } = profileNamed('ideal');
  const mbit = (rateKbps: number) => ({ id: 'test', down: { ...down, rateKbps }, up });
  // 9.6 Mbit/s to ten subscribers: 2.4 of them, by 6 kB to each.
  expect(eventsPerSecond(10, mbit(9_600))).toBe(5);
  expect(eventsPerSecond(10, mbit(100))).toBe(1);
  expect(eventsPerSecond(10, { id: 'test', down, up: { ...up, rateKbps: 960 } })).toBe(5);
});
