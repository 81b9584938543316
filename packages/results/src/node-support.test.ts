import { expect, test } from 'vitest';
import { withoutFixesSince } from './node-support.ts';

test.each([
  ['20.20.2', '2026-04-30', null],
  ['20.20.2', '2026-05-01', '2026-04-30'],
  ['26.12.1', '2026-11-27', null],
  ['99.0.0', '2026-11-27', null],
])('Node %s on %s: no fixes since %s', (version, day, since) => {
  expect(withoutFixesSince(version, day)).toBe(since);
});
